BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(64) NOT NULL, 
	act VARCHAR(32) NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1700000000000,'tests','tournament create','{"tournament": 1, "name": "Cup"}');
INSERT INTO "audit" VALUES(2,1700000000000,'tests','tournament enter','{"tournament": 1, "entrants": [1, 2, 3, 4]}');
INSERT INTO "audit" VALUES(3,1700000000000,'tests','tournament start','{"tournament": 1}');
CREATE TABLE challenges (
	id VARCHAR(32) NOT NULL, 
	challenger INTEGER NOT NULL, 
	opponent INTEGER, 
	terms TEXT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	"match" VARCHAR(32), 
	CONSTRAINT pk_challenges PRIMARY KEY (id), 
	CONSTRAINT fk_challenges_challenger FOREIGN KEY(challenger) REFERENCES players (id), 
	CONSTRAINT fk_challenges_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_challenges_opponent FOREIGN KEY(opponent) REFERENCES players (id)
);
CREATE TABLE entrants (
	tournament INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER, 
	seat VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	withdrawn BIGINT, 
	fate VARCHAR(16), 
	CONSTRAINT pk_entrants PRIMARY KEY (tournament, number), 
	CONSTRAINT fk_entrants_player FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT fk_entrants_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	CONSTRAINT uq_entrants_tournament_player UNIQUE (tournament, player)
);
INSERT INTO "entrants" VALUES(1,1,1,'bot','Ann',NULL,NULL);
INSERT INTO "entrants" VALUES(1,2,2,'bot','Bob',NULL,NULL);
INSERT INTO "entrants" VALUES(1,3,3,'bot','Cid',NULL,NULL);
INSERT INTO "entrants" VALUES(1,4,4,'bot','Dan',NULL,NULL);
CREATE TABLE events (
	"match" VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY ("match", seq), 
	CONSTRAINT fk_events_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "events" VALUES('be045ab9d2f6',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#1","seat":"bot:1"},{"name":"#4","seat":"bot:4"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"-----OX--XO-----","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"never","oracle":""}}',X'ECAD0B62832E21B934BFED247D215754D2C29C6BD21AF8D5FC9270C73747C996');
INSERT INTO "events" VALUES('be045ab9d2f6',1,1700000000000,'{"event":"TurnStarted","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'F0C120505F6C6B48B42DAD171F6D12DF132F2F1BEAA50986677F31075DD79D3D');
INSERT INTO "events" VALUES('9fb9a2af214a',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#2","seat":"bot:2"},{"name":"#3","seat":"bot:3"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"-----OX--XO-----","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"never","oracle":""}}',X'E453AAF0D91D9C7A0818DD95A299875E6C811FB07C0D227C2F4DF98C3CD72555');
INSERT INTO "events" VALUES('9fb9a2af214a',1,1700000000000,'{"event":"TurnStarted","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'CED988BC230D7B95EF4DB0190D4923E5049F660CAACB87EA59548C88A7FAE2C5');
INSERT INTO "events" VALUES('be045ab9d2f6',2,1700000000000,'{"event":"MovePlayed","seq":2,"at":1700000000000,"turn":0,"color":"black","square":"b1","disc":"black","flipped":["b2"],"forced":[],"spent":0}',X'735ABA15A5F7E4072CFC0BA24F576AE35F2B5D9D33DB71DB2573DB7997178FC8');
INSERT INTO "events" VALUES('be045ab9d2f6',3,1700000000000,'{"event":"TurnStarted","seq":3,"at":1700000000000,"turn":1,"color":"white"}',X'AC913B0DE6F679FE6A0009BF75639FA109D796AFD6825A39C16CD7F2004B8323');
INSERT INTO "events" VALUES('be045ab9d2f6',4,1700000000000,'{"event":"MovePlayed","seq":4,"at":1700000000000,"turn":1,"color":"white","square":"a1","disc":"white","flipped":["b2"],"forced":[],"spent":0}',X'E74D91FD559F167358347AA51A973149B686F6FB26368BC1B052F48F4DEC898D');
INSERT INTO "events" VALUES('be045ab9d2f6',5,1700000000000,'{"event":"TurnStarted","seq":5,"at":1700000000000,"turn":2,"color":"black"}',X'2506A6C096697F0E2EE492E92BD9D8C4331DB549AED692BC2F17D1DB6B1837D0');
INSERT INTO "events" VALUES('be045ab9d2f6',6,1700000000000,'{"event":"MovePlayed","seq":6,"at":1700000000000,"turn":2,"color":"black","square":"a2","disc":"black","flipped":["b2"],"forced":[],"spent":0}',X'3A7E5AF0B4EA8785D97ECE43AC524E789A81A3F953BA9172311B47EA12CA35C1');
INSERT INTO "events" VALUES('be045ab9d2f6',7,1700000000000,'{"event":"TurnStarted","seq":7,"at":1700000000000,"turn":3,"color":"white"}',X'B9067D984ABC9B2E421574E9224E29769E347843D4EAD1043A18DC53BDFB076C');
INSERT INTO "events" VALUES('be045ab9d2f6',8,1700000000000,'{"event":"MovePlayed","seq":8,"at":1700000000000,"turn":3,"color":"white","square":"c1","disc":"white","flipped":["b1","c2"],"forced":[],"spent":0}',X'5C042B73A5969D578D301AAD4FBE8BD39409312F727FD7B755F80628B8F134D1');
INSERT INTO "events" VALUES('be045ab9d2f6',9,1700000000000,'{"event":"TurnStarted","seq":9,"at":1700000000000,"turn":4,"color":"black"}',X'679260A428272DE9E1D967EA4BE2F4A1654D5BAA7B78F7312A548B7C085EC07D');
INSERT INTO "events" VALUES('be045ab9d2f6',10,1700000000000,'{"event":"MovePlayed","seq":10,"at":1700000000000,"turn":4,"color":"black","square":"d1","disc":"black","flipped":["c2"],"forced":[],"spent":0}',X'B40050E299DBCF9AAC654B244440999D067A597257361274A6D81A2AB1F737FA');
INSERT INTO "events" VALUES('be045ab9d2f6',11,1700000000000,'{"event":"TurnStarted","seq":11,"at":1700000000000,"turn":5,"color":"white"}',X'6AD62E9825DF79625EDE7673A185BD8A2B82C609D8DD779B187645B4A865B721');
INSERT INTO "events" VALUES('be045ab9d2f6',12,1700000000000,'{"event":"MovePlayed","seq":12,"at":1700000000000,"turn":5,"color":"white","square":"a3","disc":"white","flipped":["a2","b2","b3"],"forced":[],"spent":0}',X'2BF38D1AFD807E9EF0544402118DD98D3303A300195D9907291F94029B517116');
INSERT INTO "events" VALUES('be045ab9d2f6',13,1700000000000,'{"event":"TurnStarted","seq":13,"at":1700000000000,"turn":6,"color":"black"}',X'6890A7BEE6326DE729F94FD2130A5ABDBAA8E71993F8B4572B8470C5EA01F679');
INSERT INTO "events" VALUES('be045ab9d2f6',14,1700000000000,'{"event":"MovePlayed","seq":14,"at":1700000000000,"turn":6,"color":"black","square":"a4","disc":"black","flipped":["b3"],"forced":[],"spent":0}',X'498DC6077D558BBAFE654B4DC043AB987D3B933FD8F330C7F975BD304DB3F2AE');
INSERT INTO "events" VALUES('be045ab9d2f6',15,1700000000000,'{"event":"TurnStarted","seq":15,"at":1700000000000,"turn":7,"color":"white"}',X'E5172AA896A619B75660D8F7F96D72C5E11AFAAC27242DCB5A7C3332ED9E21A1');
INSERT INTO "events" VALUES('be045ab9d2f6',16,1700000000000,'{"event":"MovePlayed","seq":16,"at":1700000000000,"turn":7,"color":"white","square":"d2","disc":"white","flipped":["c2"],"forced":[],"spent":0}',X'07B1226726DAA9CC26CEDCDC154908BDB7C203E13E0EA4FC03501264903B44F2');
INSERT INTO "events" VALUES('be045ab9d2f6',17,1700000000000,'{"event":"TurnStarted","seq":17,"at":1700000000000,"turn":8,"color":"black"}',X'8BAFF2CD825B2291FCAFF64035303E7E70D80BAFC960169E3CAC531565B0868F');
INSERT INTO "events" VALUES('be045ab9d2f6',18,1700000000000,'{"event":"MovePlayed","seq":18,"at":1700000000000,"turn":8,"color":"black","square":"d3","disc":"black","flipped":["d2","c3"],"forced":[],"spent":0}',X'71C90F6284F3AAC27E5582A5FA442F82ACEB3FBBF4CAE006889100FE6413B784');
INSERT INTO "events" VALUES('be045ab9d2f6',19,1700000000000,'{"event":"TurnStarted","seq":19,"at":1700000000000,"turn":9,"color":"white"}',X'4A8399B85BAFC0D1606437268B4B1BBDE42998CA6BC1435F409950AE6D8AC3A2');
INSERT INTO "events" VALUES('be045ab9d2f6',20,1700000000000,'{"event":"MovePlayed","seq":20,"at":1700000000000,"turn":9,"color":"white","square":"b4","disc":"white","flipped":["b3"],"forced":[],"spent":0}',X'BDD1642C2825A861F431A5BF2A2D8A5D766CF656BE0C1D8AEB56CF33A6B20364');
INSERT INTO "events" VALUES('be045ab9d2f6',21,1700000000000,'{"event":"TurnStarted","seq":21,"at":1700000000000,"turn":10,"color":"black"}',X'7D89C7551984BF2A6EB21439F47EA4A1D9C9D7FD197FEB444A49FF154E192F79');
INSERT INTO "events" VALUES('be045ab9d2f6',22,1700000000000,'{"event":"MovePlayed","seq":22,"at":1700000000000,"turn":10,"color":"black","square":"c4","disc":"black","flipped":["b4"],"forced":[],"spent":0}',X'A8528EAFA647CE339E62761677ECCF405A2C29B3789DA69D20B814DBC170CED9');
INSERT INTO "events" VALUES('be045ab9d2f6',23,1700000000000,'{"event":"TurnStarted","seq":23,"at":1700000000000,"turn":11,"color":"white"}',X'A60C1D35EB992B50F7C382E14682084A247200D8754F15235BEFB5AD23955BB6');
INSERT INTO "events" VALUES('be045ab9d2f6',24,1700000000000,'{"event":"MovePlayed","seq":24,"at":1700000000000,"turn":11,"color":"white","square":"d4","disc":"white","flipped":["c3"],"forced":[],"spent":0}',X'4CD0E005042D51C8BF48A2F428C52F55BBF653B4225398109B154D2284C076A0');
INSERT INTO "events" VALUES('be045ab9d2f6',25,1700000000000,'{"event":"MatchEnded","seq":25,"at":1700000000000,"outcome":{"winner":"white","black":6,"white":10,"empties":0,"reason":"full board"},"score":[6,10],"note":""}',X'6493445DB4BC7AB67B8654814991A78AD736E5EED8FE358609F16437C565B2D1');
INSERT INTO "events" VALUES('9fb9a2af214a',2,1700000000000,'{"event":"MovePlayed","seq":2,"at":1700000000000,"turn":0,"color":"black","square":"b1","disc":"black","flipped":["b2"],"forced":[],"spent":0}',X'60280247594291E61A329AF6EC3D256DCABA3E29DC83E5A37DB5689D62D5BC3F');
INSERT INTO "events" VALUES('9fb9a2af214a',3,1700000000000,'{"event":"TurnStarted","seq":3,"at":1700000000000,"turn":1,"color":"white"}',X'CA4BA9943E8154307265AFDE34888D55B760EDB032F4B481A6303EA4ADAA5AA8');
INSERT INTO "events" VALUES('a59aa0a48bd5',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#6","seat":"bot:6"},{"name":"#7","seat":"person:7"}],"black":1,"by_lot":false,"start":{"variant":{"name":"yesno","answers":{"yes":0.49995,"no":0.49995,"maybe":0.0001}},"board":"--------------OX----XO--------------","turn":"black","answer":null},"clock":{"total":300000,"increment":3000,"per_move":null},"scoring":"board","time_scoring":"board","undo":"consent","oracle":"drawn:1"}}',X'8D2276B8BAF5AB0183B1DA2C74C4BF25BAB2AB535FE597EBBCA34A7FFFFEC32E');
INSERT INTO "events" VALUES('a59aa0a48bd5',1,1700000000000,'{"event":"AnswerAwaited","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'B32A292C28BC15C259BCB1688A7A435B85CB695BB21A2CF15CD7306B45E8A307');
INSERT INTO "events" VALUES('a59aa0a48bd5',2,1700000000000,'{"event":"AnswerHeard","seq":2,"at":1700000000000,"turn":0,"answer":"no","local":true,"image_url":null,"repeated":false}',X'215195B140F0952FE52C60FE8FA2CBAD2E8B9BD13DDF8F7FC33446B1942E5ACA');
INSERT INTO "events" VALUES('a59aa0a48bd5',3,1700000000000,'{"event":"TurnStarted","seq":3,"at":1700000000000,"turn":0,"color":"black"}',X'C65FB397B79E57B36FD0EBF907E0B03F5E1170D38602C271DEBA1906A934652A');
INSERT INTO "events" VALUES('a59aa0a48bd5',4,1700000000000,'{"event":"MovePlayed","seq":4,"at":1700000000000,"turn":0,"color":"black","square":"c2","disc":"white","flipped":[],"forced":[],"spent":0}',X'5489A7BEA60F0D3804B7E6CB6B29B6B1B6FD205823E777C15B51936ECD6A5D6E');
INSERT INTO "events" VALUES('a59aa0a48bd5',5,1700000000000,'{"event":"AnswerAwaited","seq":5,"at":1700000000000,"turn":1,"color":"white"}',X'8FFEA2A191AA5BC391A8EFEE2DAE788536E1905D538F33C772FEDE2AE02A6868');
INSERT INTO "events" VALUES('a59aa0a48bd5',6,1700000000000,'{"event":"AnswerHeard","seq":6,"at":1700000000000,"turn":1,"answer":"no","local":true,"image_url":null,"repeated":false}',X'8CDBF5C4B3413CA7F91F5291BBFB14691006D85DB4A368AE55CC6B99971884B9');
INSERT INTO "events" VALUES('a59aa0a48bd5',7,1700000000000,'{"event":"TurnStarted","seq":7,"at":1700000000000,"turn":1,"color":"white"}',X'23D727439B1E4CB2AFEF708FA9B91E15E5CB55051395B52C55DB7BA88333A77F');
INSERT INTO "events" VALUES('850f96dce34c',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#8","seat":"bot:8"},{"name":"#9","seat":"person:9"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"---------------------------OX------XO---------------------------","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"consent","oracle":""}}',X'2AE13DBD28EBCE5FC4545428BAE127669DEFB60BD899FB7770BEE817630C3DB0');
INSERT INTO "events" VALUES('850f96dce34c',1,1700000000000,'{"event":"TurnStarted","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'3D725B2B21D9BD2FA0C3F06D00459E2E7BA2A1F0F846BC2B8C9F0BD36F1B6F3D');
INSERT INTO "events" VALUES('850f96dce34c',2,1700000000000,'{"event":"MovePlayed","seq":2,"at":1700000000000,"turn":0,"color":"black","square":"d3","disc":"black","flipped":["d4"],"forced":[],"spent":0}',X'75A3507762EFC97063AF8C12CA8AC7E670840ABCACAF9DBD808E3F1C9346218E');
INSERT INTO "events" VALUES('850f96dce34c',3,1700000000000,'{"event":"TurnStarted","seq":3,"at":1700000000000,"turn":1,"color":"white"}',X'6DCED3F7973DAA68F7A13D55FB55A6AFFCDA17FF23AD10A327F3888D17765649');
INSERT INTO "events" VALUES('850f96dce34c',4,1700000000000,'{"event":"MovePlayed","seq":4,"at":1700000000000,"turn":1,"color":"white","square":"c3","disc":"white","flipped":["d4"],"forced":[],"spent":0}',X'6478E1D7F1CA3B1043C26AEDE58AFB726609B0FD49AB9F9B084A590F5190C98F');
INSERT INTO "events" VALUES('850f96dce34c',5,1700000000000,'{"event":"TurnStarted","seq":5,"at":1700000000000,"turn":2,"color":"black"}',X'A3E8AD87A03547311CF9748E31F3892CFE89E9E0C745396278E47C0A373FC90C');
INSERT INTO "events" VALUES('850f96dce34c',6,1700000000000,'{"event":"MovePlayed","seq":6,"at":1700000000000,"turn":2,"color":"black","square":"b3","disc":"black","flipped":["c3"],"forced":[],"spent":0}',X'E1B107F635AB7A4AF7EF345CA6E591F4A7B1439AB02FFB22472603098558EED8');
INSERT INTO "events" VALUES('850f96dce34c',7,1700000000000,'{"event":"TurnStarted","seq":7,"at":1700000000000,"turn":3,"color":"white"}',X'37C7D35ACD0DE087F7AD9B99DED91D57AC98CC9A3214FFEE5C1573A5DBA0C3E0');
INSERT INTO "events" VALUES('850f96dce34c',8,1700000000000,'{"event":"MovePlayed","seq":8,"at":1700000000000,"turn":3,"color":"white","square":"b2","disc":"white","flipped":["c3"],"forced":[],"spent":0}',X'44E465EA35E7D91E71578C75ADC92EE58A8DC39BE86BA9E6D78398B6A73443EA');
INSERT INTO "events" VALUES('850f96dce34c',9,1700000000000,'{"event":"TurnStarted","seq":9,"at":1700000000000,"turn":4,"color":"black"}',X'5B5CBEFCC3F8FF3D839D87A7DE3D7ADA4F076E51583DD1A669D263ABB7175095');
INSERT INTO "events" VALUES('850f96dce34c',10,1700000000000,'{"event":"MovePlayed","seq":10,"at":1700000000000,"turn":4,"color":"black","square":"b1","disc":"black","flipped":["b2"],"forced":[],"spent":0}',X'F29076AE7F92B29D14C1C94935E93D04410F2B50BB021AD5E4BE033F3A3364A7');
INSERT INTO "events" VALUES('850f96dce34c',11,1700000000000,'{"event":"TurnStarted","seq":11,"at":1700000000000,"turn":5,"color":"white"}',X'F0B718D5BAEFB20782119D1AF9A865DAEEE05C47A41BC9A6D726B5D036DFD160');
CREATE TABLE keys (
	id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	hint VARCHAR(16) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	player INTEGER, 
	tournament INTEGER, 
	loopback_only BOOLEAN NOT NULL, 
	created BIGINT NOT NULL, 
	last_used BIGINT, 
	revoked BIGINT, 
	CONSTRAINT pk_keys PRIMARY KEY (id), 
	CONSTRAINT fk_keys_player FOREIGN KEY(player) REFERENCES players (id), 
	CONSTRAINT fk_keys_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	CONSTRAINT uq_keys_digest UNIQUE (digest)
);
INSERT INTO "keys" VALUES(1,'d35c5e6b9c626c7b1cfca9220482041752e82c0d6677682c05fff302564f5ffb','oth_P6W','player',1,1,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(2,'1afb977f35756ab74a05278598120e25b23877aec77489f7bc25d5b137043d01','oth_pqe','player',2,1,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(3,'d3c9ad65abed7f8287a24aaea195f6cc55a9fe00eaf1a530b4da2f9a0c89d790','oth_J8W','player',3,1,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(4,'501f15866395071cfa7239f955ce5ec0c9c09e8deab84d97ff540ba859ac59a9','oth_yWa','player',4,1,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(5,'9e0bcf1177bb7876bd33afceec0ba39ac3ac5f6d0a47af6e99e9613f5068432f','oth_vfH','player',5,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(6,'03a95111fea81982e213f24f38ef0011b49e85b566c6fa4cde7457bcb77eee5a','oth_X66','player',6,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(7,'52e4136adaf6001dd85be75a5cbc34d3cd1f0fd6740e5ed200f2268e3f916164','oth_XIc','player',7,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(8,'07f419a26666caa0cdba4468859d065edd764a90e9c5fe785a6254b079833f6b','oth_6ai','player',8,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(9,'f2c7586f215ba5b81035d1460ca69f8bb5f6f50c186a63798fc8c525e81f91b9','oth_0ch','player',9,NULL,0,1700000000000,NULL,NULL);
CREATE TABLE leases (
	name VARCHAR(32) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	beat BIGINT NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
INSERT INTO "leases" VALUES('server','vm:9093:7bf5d1b9',1700000000000);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	variant VARCHAR(32) NOT NULL, 
	size INTEGER NOT NULL, 
	black INTEGER, 
	white INTEGER, 
	black_seat VARCHAR(64) NOT NULL, 
	white_seat VARCHAR(64) NOT NULL, 
	tournament INTEGER, 
	pairing INTEGER, 
	rated BOOLEAN NOT NULL, 
	private BOOLEAN NOT NULL, 
	seq INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	deadline BIGINT, 
	ended BIGINT, 
	winner VARCHAR(8), 
	reason VARCHAR(32), 
	black_score INTEGER, 
	white_score INTEGER, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT fk_matches_black FOREIGN KEY(black) REFERENCES players (id), 
	CONSTRAINT fk_matches_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	CONSTRAINT fk_matches_white FOREIGN KEY(white) REFERENCES players (id)
);
INSERT INTO "matches" VALUES('be045ab9d2f6','finished','classic',4,1,4,'bot:1','bot:4',1,1,1,0,26,1700000000000,1700000000000,NULL,1700000000000,'white','full board',6,10);
INSERT INTO "matches" VALUES('9fb9a2af214a','running','classic',4,2,3,'bot:2','bot:3',1,2,1,0,4,1700000000000,1700000000000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('a59aa0a48bd5','running','yesno',6,6,7,'bot:6','person:7',NULL,NULL,0,0,8,1700000000000,1700000000000,1700000300000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('850f96dce34c','running','classic',8,8,9,'bot:8','person:9',NULL,NULL,0,0,12,1700000000000,1700000000000,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE names (
	player INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	folded VARCHAR(128) NOT NULL, 
	CONSTRAINT pk_names PRIMARY KEY (player, at), 
	CONSTRAINT fk_names_player FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE pairings (
	tournament INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	black INTEGER NOT NULL, 
	white INTEGER NOT NULL, 
	"match" VARCHAR(32), 
	result VARCHAR(8), 
	reason VARCHAR(32), 
	black_score INTEGER, 
	white_score INTEGER, 
	ended BIGINT, 
	CONSTRAINT pk_pairings PRIMARY KEY (tournament, number), 
	CONSTRAINT fk_pairings_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_pairings_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
INSERT INTO "pairings" VALUES(1,1,1,1,4,'be045ab9d2f6','white','full board',6,10,1700000000000);
INSERT INTO "pairings" VALUES(1,2,1,2,3,'9fb9a2af214a',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,3,2,4,3,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,4,2,1,2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,5,3,2,4,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,6,3,3,1,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	folded VARCHAR(128) NOT NULL, 
	created BIGINT NOT NULL, 
	deleted BIGINT, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_folded UNIQUE (folded)
);
INSERT INTO "players" VALUES(1,'bot','Ann','ann',1700000000000,NULL);
INSERT INTO "players" VALUES(2,'bot','Bob','bob',1700000000000,NULL);
INSERT INTO "players" VALUES(3,'bot','Cid','cld',1700000000000,NULL);
INSERT INTO "players" VALUES(4,'bot','Dan','dan',1700000000000,NULL);
INSERT INTO "players" VALUES(5,'bot','Eve','eve',1700000000000,NULL);
INSERT INTO "players" VALUES(6,'bot','Black 0','black o',1700000000000,NULL);
INSERT INTO "players" VALUES(7,'bot','White 0','whlte o',1700000000000,NULL);
INSERT INTO "players" VALUES(8,'bot','Black 1','black l',1700000000000,NULL);
INSERT INTO "players" VALUES(9,'bot','White 1','whlte l',1700000000000,NULL);
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','766ea6c3df065d9e14eb104bd3ff074c');
CREATE TABLE tournaments (
	id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	definition TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	created BIGINT NOT NULL, 
	started BIGINT, 
	ended BIGINT, 
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES(1,'Cup','open','running','{"name": "Cup", "format": "round-robin", "games": 1, "variant": "classic", "size": 4, "clock": "none", "boards": 2, "no_show": 60, "withdraw_after": 3, "oracle": "local", "players": []}',4275769262814772538,1700000000000,1700000000000,NULL);
CREATE INDEX ix_keys_player ON keys (player);
CREATE INDEX ix_keys_tournament ON keys (tournament);
CREATE INDEX ix_matches_black ON matches (black);
CREATE INDEX ix_matches_status_deadline ON matches (status, deadline);
CREATE INDEX ix_matches_tournament ON matches (tournament);
CREATE INDEX ix_matches_white ON matches (white);
CREATE INDEX ix_names_folded ON names (folded);
CREATE INDEX ix_challenges_challenger ON challenges (challenger);
CREATE INDEX ix_challenges_opponent ON challenges (opponent);
COMMIT;
