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
INSERT INTO "challenges" VALUES('7cc272ea7f35a214',5,6,'{"variant": "classic", "size": 8, "clock": "5+3", "color": "black", "rated": true, "listed": false, "scoring": "board", "start": ""}','accepted',1700000001000,1700000061000,'703576d7b20d');
INSERT INTO "challenges" VALUES('284abe3df4da5d23',5,7,'{"variant": "classic", "size": 6, "clock": "none", "color": "black", "rated": false, "listed": false, "scoring": "board", "start": ""}','accepted',1700000003500,1700000063500,'002496897c79');
INSERT INTO "challenges" VALUES('42bafa435965e47d',6,7,'{"variant": "yesno", "size": 6, "clock": "none", "color": "black", "rated": true, "listed": false, "scoring": "board", "start": ""}','accepted',1700000005000,1700000065000,'f4118aaee771');
INSERT INTO "challenges" VALUES('70fef7d486a49f8d',6,5,'{"variant": "classic", "size": 4, "clock": "none", "color": "black", "rated": false, "listed": false, "scoring": "board", "start": ""}','accepted',1700000007000,1700000067000,'d55129fe58a2');
INSERT INTO "challenges" VALUES('b4e389f28238dc48',7,NULL,'{"variant": "anti", "size": 6, "clock": "none", "color": "lot", "rated": false, "listed": false, "scoring": "board", "start": ""}','open',1700000010000,1700086410000,NULL);
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
INSERT INTO "entrants" VALUES(1,1,1,'bot','Unknown 0',NULL,NULL);
INSERT INTO "entrants" VALUES(1,2,2,'bot','Unknown 1',NULL,NULL);
INSERT INTO "entrants" VALUES(1,3,3,'bot','Unknown 2',NULL,NULL);
INSERT INTO "entrants" VALUES(1,4,4,'bot','Unknown 3',NULL,NULL);
CREATE TABLE events (
	"match" VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY ("match", seq), 
	CONSTRAINT fk_events_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "events" VALUES('5452413116a6',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#1","seat":"bot:1"},{"name":"#2","seat":"bot:2"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"---------------------------OX------XO---------------------------","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":300000},"scoring":"board","time_scoring":"board","undo":"never","oracle":""}}',X'B9682E9F7A80E052D5DD97F56FE1B4B668982F6DCA6723BE49A3EDAB8462846B');
INSERT INTO "events" VALUES('5452413116a6',1,1700000000000,'{"event":"TurnStarted","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'A02360C3B34682ADDF6143F0EB94B4D255161D9E7C0EDEB5646D739C28BD4A83');
INSERT INTO "events" VALUES('5452413116a6',2,1700000000000,'{"event":"Paused","seq":2,"at":1700000000000,"note":"waiting for the players"}',X'8B43501E83286072F35B77AE0D31C50706682AF58F5307DC9B1E1F4317CF9BF9');
INSERT INTO "events" VALUES('52e15c4f99f9',0,1700000000000,'{"event":"MatchStarted","seq":0,"at":1700000000000,"setup":{"players":[{"name":"#3","seat":"bot:3"},{"name":"#4","seat":"bot:4"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"---------------------------OX------XO---------------------------","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":300000},"scoring":"board","time_scoring":"board","undo":"never","oracle":""}}',X'BC02CDE752409ABAAA0EDD343EC5CD097A4127DB54D7CF2E9C86871200B8B199');
INSERT INTO "events" VALUES('52e15c4f99f9',1,1700000000000,'{"event":"TurnStarted","seq":1,"at":1700000000000,"turn":0,"color":"black"}',X'1555DD8421730EE11D2BCB211E93FD45D9C27CEF6902F3A3479395D0989DACAF');
INSERT INTO "events" VALUES('52e15c4f99f9',2,1700000000000,'{"event":"Paused","seq":2,"at":1700000000000,"note":"waiting for the players"}',X'CDF8B565D7352621BC84AF35F0BF043CFE4281E5E36D456B6515851E8FAFC612');
INSERT INTO "events" VALUES('703576d7b20d',0,1700000001000,'{"event":"MatchStarted","seq":0,"at":1700000001000,"setup":{"players":[{"name":"#5","seat":"person:5"},{"name":"#6","seat":"bot:6"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"---------------------------OX------XO---------------------------","turn":"black","answer":null},"clock":{"total":300000,"increment":3000,"per_move":null},"scoring":"board","time_scoring":"board","undo":"never","oracle":""}}',X'8FA9D143240B5C6ED3186D384626E0EF4D3C4442CB71A802D0BA4A717BD33D8B');
INSERT INTO "events" VALUES('703576d7b20d',1,1700000001000,'{"event":"TurnStarted","seq":1,"at":1700000001000,"turn":0,"color":"black"}',X'D656272C060108D1A37CD9785E4DB6735F1571930A6A47559160D65DBA31EDEF');
INSERT INTO "events" VALUES('703576d7b20d',2,1700000001500,'{"event":"MovePlayed","seq":2,"at":1700000001500,"turn":0,"color":"black","square":"d3","disc":"black","flipped":["d4"],"forced":[],"spent":500}',X'B089B634966C3ED7B02F60C2EF938DECCD386C04B15F80B3F428B176A7C32242');
INSERT INTO "events" VALUES('703576d7b20d',3,1700000001500,'{"event":"TurnStarted","seq":3,"at":1700000001500,"turn":1,"color":"white"}',X'DCCB0B8DCCDD656A8AB99DE6FF2E1F343C5B70DE3B36374161BDFBC3C85BCDAA');
INSERT INTO "events" VALUES('703576d7b20d',4,1700000002000,'{"event":"MovePlayed","seq":4,"at":1700000002000,"turn":1,"color":"white","square":"c3","disc":"white","flipped":["d4"],"forced":[],"spent":500}',X'A30F277AB3C7542B2F44E2C8ABFD6623E99B5B9202002C9AF5ABE12EFCA1994A');
INSERT INTO "events" VALUES('703576d7b20d',5,1700000002000,'{"event":"TurnStarted","seq":5,"at":1700000002000,"turn":2,"color":"black"}',X'1254DD20251F7C5409A7AC2505AFFBDE976901B6E0175ABB73D77B0AB88F5F0F');
INSERT INTO "events" VALUES('703576d7b20d',6,1700000002000,'{"event":"Paused","seq":6,"at":1700000002000,"note":"the server was away for 2.5 s"}',X'1A6A2D95CEB315AD53B4154140B8173ABA77158A1EA5E2EC602F94D31BB258B3');
INSERT INTO "events" VALUES('703576d7b20d',7,1700000022500,'{"event":"Resumed","seq":7,"at":1700000022500}',X'6CC102F886DF9E8404B55C7EEDD8483960A086DA2A012BBA7304C38DBED15446');
INSERT INTO "events" VALUES('703576d7b20d',8,1700000022500,'{"event":"MovePlayed","seq":8,"at":1700000022500,"turn":2,"color":"black","square":"b3","disc":"black","flipped":["c3"],"forced":[],"spent":0}',X'D654C3CC43DB830F0B682CA1C7B8343125FA2BD333D7AB07E237AECC35BA1188');
INSERT INTO "events" VALUES('703576d7b20d',9,1700000022500,'{"event":"TurnStarted","seq":9,"at":1700000022500,"turn":3,"color":"white"}',X'FDE707A3889528F50D6C08AF02176CC8E821A32B5D4947962BC263BFCFE1FBB0');
INSERT INTO "events" VALUES('703576d7b20d',10,1700000022500,'{"event":"MovePlayed","seq":10,"at":1700000022500,"turn":3,"color":"white","square":"b2","disc":"white","flipped":["c3"],"forced":[],"spent":0}',X'0058C0DFB09BD79990AD8CE94331118EEE5BA11CE0361E1D1DC138F6B1364522');
INSERT INTO "events" VALUES('703576d7b20d',11,1700000022500,'{"event":"TurnStarted","seq":11,"at":1700000022500,"turn":4,"color":"black"}',X'E979BBDAEABABAB7814FB9841C33969B102B99F3298BDDA94AF5715A5832234A');
INSERT INTO "events" VALUES('703576d7b20d',12,1700000022500,'{"event":"MovePlayed","seq":12,"at":1700000022500,"turn":4,"color":"black","square":"b1","disc":"black","flipped":["b2"],"forced":[],"spent":0}',X'7BBA4EF78EB3D98662008D37054837540F8C98BFB7ABBBA4BC6C584AC4B9F96A');
INSERT INTO "events" VALUES('703576d7b20d',13,1700000022500,'{"event":"TurnStarted","seq":13,"at":1700000022500,"turn":5,"color":"white"}',X'EA57F7FC37C9EA706C8351E5D0B6ADF5C20E34DE788AFA15A07B87CB4622EB37');
INSERT INTO "events" VALUES('002496897c79',0,1700000003500,'{"event":"MatchStarted","seq":0,"at":1700000003500,"setup":{"players":[{"name":"#5","seat":"person:5"},{"name":"#7","seat":"bot:7"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"--------------OX----XO--------------","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"consent","oracle":""}}',X'6EE04C8C66F492D718AE24B7A48FE9CD8E4B2B6402C90B784EF3A9CF995684C5');
INSERT INTO "events" VALUES('002496897c79',1,1700000003500,'{"event":"TurnStarted","seq":1,"at":1700000003500,"turn":0,"color":"black"}',X'02A68E32EB696AB1C42194EFC5D88218F266606430CAB0E0EC3843432D1F78F1');
INSERT INTO "events" VALUES('002496897c79',2,1700000004000,'{"event":"MovePlayed","seq":2,"at":1700000004000,"turn":0,"color":"black","square":"c2","disc":"black","flipped":["c3"],"forced":[],"spent":500}',X'2CCC172E8099FDC1571E92538F84327E15FF7136191AB3454C22E5485C33C4DC');
INSERT INTO "events" VALUES('002496897c79',3,1700000004000,'{"event":"TurnStarted","seq":3,"at":1700000004000,"turn":1,"color":"white"}',X'EB0412E61F071C92D943C07DBC6C4BF714616D6073DB7F914CBB111390D6BB80');
INSERT INTO "events" VALUES('002496897c79',4,1700000004500,'{"event":"MovePlayed","seq":4,"at":1700000004500,"turn":1,"color":"white","square":"b2","disc":"white","flipped":["c3"],"forced":[],"spent":500}',X'209282BAD382D2ECCC7229B2E45EE8C8DFAB1A3AA244DF3E2CB629F45A2263BC');
INSERT INTO "events" VALUES('002496897c79',5,1700000004500,'{"event":"TurnStarted","seq":5,"at":1700000004500,"turn":2,"color":"black"}',X'BBD091D45ADF136250C8AF7D383A6CC0F7EF2073B0F414176589F6BF41FCEF7D');
INSERT INTO "events" VALUES('703576d7b20d',14,1700000022500,'{"event":"Paused","seq":14,"at":1700000022500,"note":"the server was away for 2.5 s"}',X'EDE7F937D4AE9BB34894AF548B9475C31DB19CDBAFC8B65AD6D023A74B140A61');
INSERT INTO "events" VALUES('703576d7b20d',15,1700000022500,'{"event":"Resumed","seq":15,"at":1700000022500}',X'ED743D6504D6892156FB04D36A3CA83C2A2127256D9E979F3EEB9717B8953C11');
INSERT INTO "events" VALUES('002496897c79',6,1700000005000,'{"event":"MovePlayed","seq":6,"at":1700000005000,"turn":2,"color":"black","square":"a2","disc":"black","flipped":["b2"],"forced":[],"spent":500}',X'AEA2225F7574C2CD7B1A4B31C13B59D4D019D9CF85CF3960F4F66B8426525828');
INSERT INTO "events" VALUES('002496897c79',7,1700000005000,'{"event":"TurnStarted","seq":7,"at":1700000005000,"turn":3,"color":"white"}',X'93B97ED434A6D5661FC9C32A0B8C689076D3BB39CD7F2ED6B5FE4FD0EF986185');
INSERT INTO "events" VALUES('002496897c79',8,1700000005000,'{"event":"OfferMade","seq":8,"at":1700000005000,"by":"black","offer":"take back"}',X'35F2F4B95D6267F5CCE05B2A1C0E9A578EE9370109AD0940ECB2BFFDEFAA5E40');
INSERT INTO "events" VALUES('002496897c79',9,1700000005000,'{"event":"TakenBack","seq":9,"at":1700000005000,"by":"black","moves":["a2"]}',X'C11EAF87D11CC40E619B97054098D4E1A1D5DD8FCD90531D2057E8B34B1C40B5');
INSERT INTO "events" VALUES('002496897c79',10,1700000005000,'{"event":"TurnStarted","seq":10,"at":1700000005000,"turn":2,"color":"black"}',X'9CF8E417C48C9F1F95462DF3E3C49F5EF8361C02845B30AB879098A29BAABE0F');
INSERT INTO "events" VALUES('f4118aaee771',0,1700000005000,'{"event":"MatchStarted","seq":0,"at":1700000005000,"setup":{"players":[{"name":"#6","seat":"bot:6"},{"name":"#7","seat":"bot:7"}],"black":1,"by_lot":false,"start":{"variant":{"name":"yesno","answers":{"yes":0.49995,"no":0.49995,"maybe":0.0001}},"board":"--------------OX----XO--------------","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"never","oracle":"drawn:678475700a55ebbd"}}',X'E6B9E0708472ADEA900746D0D1EF320715CDE0B17A59B9B24C14A1C44BCF4CE7');
INSERT INTO "events" VALUES('f4118aaee771',1,1700000005000,'{"event":"AnswerAwaited","seq":1,"at":1700000005000,"turn":0,"color":"black"}',X'E6927DB0A151EE1C46CF50013F18847771BE5F0F8D25E24FCFE4DD4843F10E2C');
INSERT INTO "events" VALUES('f4118aaee771',2,1700000005000,'{"event":"AnswerHeard","seq":2,"at":1700000005000,"turn":0,"answer":"no","local":true,"image_url":null,"repeated":false}',X'247635BA35B3034C36CBCB1E4BF717A6168AE3D328CF15A4E3AA50E1BAC8AD7C');
INSERT INTO "events" VALUES('f4118aaee771',3,1700000005000,'{"event":"TurnStarted","seq":3,"at":1700000005000,"turn":0,"color":"black"}',X'01FD54D717EE63CC6C016D178F410FA372BAAA7ADA5175145C3618899CDD005B');
INSERT INTO "events" VALUES('f4118aaee771',4,1700000005500,'{"event":"MovePlayed","seq":4,"at":1700000005500,"turn":0,"color":"black","square":"c2","disc":"white","flipped":[],"forced":[],"spent":500}',X'AE227F9EF29A3FB5B144EF812BB66FF2685D378097628F591EC2255A9F7D8BCA');
INSERT INTO "events" VALUES('f4118aaee771',5,1700000005500,'{"event":"AnswerAwaited","seq":5,"at":1700000005500,"turn":1,"color":"white"}',X'2782A1DE6FA02D18296CBAB37C9048E80409909EC0B31B7535023323AD4A4387');
INSERT INTO "events" VALUES('f4118aaee771',6,1700000005500,'{"event":"AnswerHeard","seq":6,"at":1700000005500,"turn":1,"answer":"yes","local":true,"image_url":null,"repeated":false}',X'B25A18D76887E7D39E6A45C346D1A8C77B5AAAD564429AB0F59D09674F85EFC3');
INSERT INTO "events" VALUES('f4118aaee771',7,1700000005500,'{"event":"TurnStarted","seq":7,"at":1700000005500,"turn":1,"color":"white"}',X'577C62CB71BFDB1E30498F459AFF1FC91BB58D74AE285F5BCD1C5860F93F3FE0');
INSERT INTO "events" VALUES('f4118aaee771',8,1700000006000,'{"event":"MovePlayed","seq":8,"at":1700000006000,"turn":1,"color":"white","square":"d2","disc":"black","flipped":[],"forced":[],"spent":500}',X'4D3FDE7ED8629D69BF79582A0964FFF37CE77CD2D93DF1E1F4703BA3855F9213');
INSERT INTO "events" VALUES('f4118aaee771',9,1700000006000,'{"event":"AnswerAwaited","seq":9,"at":1700000006000,"turn":2,"color":"black"}',X'BD5BAB37A0A15E928BEC36A9A2845A61E6D0E5ABF2CD58598B97FB2BDDF94DCA');
INSERT INTO "events" VALUES('f4118aaee771',10,1700000006000,'{"event":"AnswerHeard","seq":10,"at":1700000006000,"turn":2,"answer":"no","local":true,"image_url":null,"repeated":false}',X'71BBF5D5CDD12F9181BBAE223E5C3F2C3E06527D64413D3AE8DAC2B8B440C6D1');
INSERT INTO "events" VALUES('f4118aaee771',11,1700000006000,'{"event":"TurnStarted","seq":11,"at":1700000006000,"turn":2,"color":"black"}',X'7E2FDD61EA03EF48D99716D31C8D46AB1D7DBD375502A5693858A4E6D3AE3B65');
INSERT INTO "events" VALUES('f4118aaee771',12,1700000006500,'{"event":"MovePlayed","seq":12,"at":1700000006500,"turn":2,"color":"black","square":"b1","disc":"white","flipped":[],"forced":[],"spent":500}',X'14DC1F448AF0130AC1003FA16015AFE814F619B760A29A2E68D22292CC65390D');
INSERT INTO "events" VALUES('f4118aaee771',13,1700000006500,'{"event":"AnswerAwaited","seq":13,"at":1700000006500,"turn":3,"color":"white"}',X'F401532A91687AA741740817394F0DD654774674273B1D7ABBDC8A77EF279990');
INSERT INTO "events" VALUES('f4118aaee771',14,1700000006500,'{"event":"AnswerHeard","seq":14,"at":1700000006500,"turn":3,"answer":"no","local":true,"image_url":null,"repeated":false}',X'C6029162865939845F315D441157004D56D663EAC33100206D61D9C0E500F537');
INSERT INTO "events" VALUES('f4118aaee771',15,1700000006500,'{"event":"TurnStarted","seq":15,"at":1700000006500,"turn":3,"color":"white"}',X'6617299E1106F542703ACE11C7B8A8CF990D584507DC3D21257C7786A7872034');
INSERT INTO "events" VALUES('f4118aaee771',16,1700000007000,'{"event":"MovePlayed","seq":16,"at":1700000007000,"turn":3,"color":"white","square":"d1","disc":"white","flipped":["d2","d3"],"forced":[],"spent":500}',X'C61FA2F1DC3753607EEBA62DB5014286B8893046E9284E5C3E2F99C2DB04DE2E');
INSERT INTO "events" VALUES('f4118aaee771',17,1700000007000,'{"event":"AnswerAwaited","seq":17,"at":1700000007000,"turn":4,"color":"black"}',X'3219EF490179ABAC0AD87B871B004EBF241CFEFC8E810A268B674DC4E5418E50');
INSERT INTO "events" VALUES('f4118aaee771',18,1700000007000,'{"event":"AnswerHeard","seq":18,"at":1700000007000,"turn":4,"answer":"no","local":true,"image_url":null,"repeated":false}',X'FD6895944E23E4C1E14AB0A89DD592E2EA6277B766FF7DFBAEB54E583226C5C3');
INSERT INTO "events" VALUES('f4118aaee771',19,1700000007000,'{"event":"TurnStarted","seq":19,"at":1700000007000,"turn":4,"color":"black"}',X'18C45A1391036A50D23CE35D7627E7B8AFB1061DD4C9C9A88F50E80BE2810174');
INSERT INTO "events" VALUES('d55129fe58a2',0,1700000007000,'{"event":"MatchStarted","seq":0,"at":1700000007000,"setup":{"players":[{"name":"#6","seat":"bot:6"},{"name":"#5","seat":"person:5"}],"black":1,"by_lot":false,"start":{"variant":{"name":"classic"},"board":"-----OX--XO-----","turn":"black","answer":null},"clock":{"total":null,"increment":0,"per_move":null},"scoring":"board","time_scoring":"board","undo":"consent","oracle":""}}',X'F78A03C155B51C6D9C49573C661450B07D7D90B534C594D8D85D41AC12FCD96D');
INSERT INTO "events" VALUES('d55129fe58a2',1,1700000007000,'{"event":"TurnStarted","seq":1,"at":1700000007000,"turn":0,"color":"black"}',X'02C26B8544C6BCD7C1EA30D9F86F03EE5A4E0F72FC818D243AA6FCA36B1F9CCA');
INSERT INTO "events" VALUES('703576d7b20d',16,1700000022500,'{"event":"Paused","seq":16,"at":1700000022500,"note":"the server was away for 2.5 s"}',X'5CABB150BFAE6095FA2CDF882BA757BAF3F02C0E9DA16144882C19A157385D7E');
INSERT INTO "events" VALUES('703576d7b20d',17,1700000022500,'{"event":"Resumed","seq":17,"at":1700000022500}',X'0EA8ECAF9BE25324740CA205C63F9E6C2BCB7564F8B84037E173B8A27F2DDB87');
INSERT INTO "events" VALUES('d55129fe58a2',2,1700000007500,'{"event":"MovePlayed","seq":2,"at":1700000007500,"turn":0,"color":"black","square":"b1","disc":"black","flipped":["b2"],"forced":[],"spent":500}',X'CEE9EDC0FD67EA37BC1ED8CCEB3CCA5A5ED43CE06AC3B5A4509227314F1F3CC7');
INSERT INTO "events" VALUES('d55129fe58a2',3,1700000007500,'{"event":"TurnStarted","seq":3,"at":1700000007500,"turn":1,"color":"white"}',X'92B886F253CA86468117E81A791A6D3F5520972C149A2B9920BDF935DA47316B');
INSERT INTO "events" VALUES('d55129fe58a2',4,1700000008000,'{"event":"MovePlayed","seq":4,"at":1700000008000,"turn":1,"color":"white","square":"a1","disc":"white","flipped":["b2"],"forced":[],"spent":500}',X'23B85076DC31FA4105C3FD93B3FE24E1E534CBDFAF5397D8AD4C00048A182A0D');
INSERT INTO "events" VALUES('d55129fe58a2',5,1700000008000,'{"event":"TurnStarted","seq":5,"at":1700000008000,"turn":2,"color":"black"}',X'F68389A7F5A3D22E9AF6593B7AA38EDFE6F3633A947E6744720B50127E7AFC88');
INSERT INTO "events" VALUES('d55129fe58a2',6,1700000008000,'{"event":"MatchEnded","seq":6,"at":1700000008000,"outcome":{"winner":"black","black":3,"white":3,"empties":10,"reason":"resignation"},"score":[3,3],"note":""}',X'4C688E48A25CF78BFDF20DE22175C9410FC18A97320B0373DC371DBEFEABE431');
INSERT INTO "events" VALUES('5452413116a6',3,1700000008000,'{"event":"Resumed","seq":3,"at":1700000008000}',X'51FC8497AC2CF79381E66EA343A469F5C5B91C4C7FEACD1F8FE358C8EF369F69');
INSERT INTO "events" VALUES('5452413116a6',4,1700000008500,'{"event":"MovePlayed","seq":4,"at":1700000008500,"turn":0,"color":"black","square":"d3","disc":"black","flipped":["d4"],"forced":[],"spent":500}',X'3F7C5FAE53AD182688AC8BEE75D14FA5E94BE8D7B0E3F488D881EDB16147C6B0');
INSERT INTO "events" VALUES('5452413116a6',5,1700000008500,'{"event":"TurnStarted","seq":5,"at":1700000008500,"turn":1,"color":"white"}',X'E8871870F4D697419F8DFCB51EFFF953A1A146A45BACC6FAD63EB137311891A5');
INSERT INTO "events" VALUES('5452413116a6',6,1700000009000,'{"event":"MovePlayed","seq":6,"at":1700000009000,"turn":1,"color":"white","square":"c3","disc":"white","flipped":["d4"],"forced":[],"spent":500}',X'C0010BB60E8C1484C8929155B663F6BA11AF01F65731CED93B6AE4CA00351480');
INSERT INTO "events" VALUES('5452413116a6',7,1700000009000,'{"event":"TurnStarted","seq":7,"at":1700000009000,"turn":2,"color":"black"}',X'C594D2FFE0927DA694AB05BE10DA567E3907D49F728D2C271233BBAF45845515');
INSERT INTO "events" VALUES('5452413116a6',8,1700000009500,'{"event":"MovePlayed","seq":8,"at":1700000009500,"turn":2,"color":"black","square":"b3","disc":"black","flipped":["c3"],"forced":[],"spent":500}',X'349D5C6B150D31BEBB75D63530B5F911AE9BD8A1B763C50DD41932577B7709D8');
INSERT INTO "events" VALUES('5452413116a6',9,1700000009500,'{"event":"TurnStarted","seq":9,"at":1700000009500,"turn":3,"color":"white"}',X'30E748869356792E166C3867CBCE2E3B6797DF1D86AE97A1C13AD392ACB4B09C');
INSERT INTO "events" VALUES('5452413116a6',10,1700000009500,'{"event":"Paused","seq":10,"at":1700000009500,"note":"the server was away for 2.5 s"}',X'F4169235F551EF4EB9A924DBBFC48A36270F989C20BD0EAFB2AAF052CB0B7039');
INSERT INTO "events" VALUES('5452413116a6',11,1700000015000,'{"event":"Resumed","seq":11,"at":1700000015000}',X'EA4A32019F6ACBB63531138FCFD3DC90B4C5D97561C80F907A4F35A0D0763584');
INSERT INTO "events" VALUES('703576d7b20d',18,1700000022500,'{"event":"Paused","seq":18,"at":1700000022500,"note":"the server was away for 2.5 s"}',X'3C1954AEA3DA0B5D716E43FF5BEC1F66100CCE83BFE8BD62461840020A339A17');
INSERT INTO "events" VALUES('703576d7b20d',19,1700000022500,'{"event":"Resumed","seq":19,"at":1700000022500}',X'BC8D0E2C2B670CDF450201E7C08EC80CAADD8136F27971478ED1FE894C0C041F');
INSERT INTO "events" VALUES('5452413116a6',12,1700000015000,'{"event":"MovePlayed","seq":12,"at":1700000015000,"turn":3,"color":"white","square":"b2","disc":"white","flipped":["c3"],"forced":[],"spent":0}',X'E3AF5BF42682B5DA9E3B1D70951180BD092AB6E2526CB27B4AF4D38F28A5FB23');
INSERT INTO "events" VALUES('5452413116a6',13,1700000015000,'{"event":"TurnStarted","seq":13,"at":1700000015000,"turn":4,"color":"black"}',X'8CF31BEE012C1E7536F5060AF373C5E7A1836CF018A54E0287CBFF8E48E8E3B0');
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
INSERT INTO "keys" VALUES(1,'a819408ce5010ca2e09ef59ac3d89f5ff8595d02b524e61bf8afa894a95d594f','key0','player',1,NULL,1,1700000000000,1700000000000,NULL);
INSERT INTO "keys" VALUES(2,'8174099687a26621f4e2cdd7cc03b3dacedb3fb962255b1aafd033cabe831530','key1','player',2,NULL,1,1700000000000,1700000000000,NULL);
INSERT INTO "keys" VALUES(3,'b10253764c8b233fb37542e23401c7b450e5a6f9751f3b5a014f6f67e8bc999d','key2','player',3,NULL,1,1700000000000,1700000000000,NULL);
INSERT INTO "keys" VALUES(4,'f576104eebeab09651d83acffc77c8b8c6eaa4b767aeab24d7da80f83f51d865','key3','player',4,NULL,1,1700000000000,1700000000000,NULL);
INSERT INTO "keys" VALUES(5,'64b695fd72cd96f58781fbd4ae07df8b43fa93a7d5daf117f700e5587f6b59c5','observe','observer',NULL,NULL,1,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(6,'04890323ef89a1f72b7cff409bf4a0704c004e445d37ac86669f1c472c929034','admin0','admin',NULL,NULL,1,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(7,'f91c58ff04c2cd8d530d6a4398e3c92797b823ba8b1ac546e54e44c221050f6f','oth_5cI','player',5,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(8,'d3da9074f00affad9049753d67738996d821b1c09e057af1adc09b68f17472ab','oth_X3Z','player',6,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(9,'cd4191c481b64aee5272007ab099087f63a5fe11d1d65134aa00667336fcb661','oth_oDZ','player',7,NULL,0,1700000000000,NULL,NULL);
INSERT INTO "keys" VALUES(10,'b15558215dae785be6d3ea7a4506e6a1d3a6d1b3a6b7d3f97afaed2cd9ff0991','oth_eeg','player',8,NULL,0,1700000001000,NULL,1700000001000);
INSERT INTO "keys" VALUES(11,'3c3b9505f37c6cc7adf901db94a707cf0962daa53daeda81ac3a13622338dde8','oth_EEi','admin',NULL,NULL,0,1700000010000,NULL,NULL);
INSERT INTO "keys" VALUES(12,'f21540965639410eb41000990ba72e90346830704bc3593e3f66cf37785810a6','oth_IJ6','player',6,NULL,0,1700000010000,1700000010000,1700000010000);
CREATE TABLE leases (
	name VARCHAR(32) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	beat BIGINT NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
INSERT INTO "leases" VALUES('server','vm:9899:95f5465e',1700000000000);
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
INSERT INTO "matches" VALUES('5452413116a6','running','classic',8,1,2,'bot:1','bot:2',1,1,0,0,14,1700000000000,1700000015000,1700000315000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('52e15c4f99f9','running','classic',8,3,4,'bot:3','bot:4',1,2,0,0,3,1700000000000,1700000000000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('703576d7b20d','running','classic',8,5,6,'person:5','bot:6',NULL,NULL,1,0,20,1700000001000,1700000022500,1700000328000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('002496897c79','running','classic',6,5,7,'person:5','bot:7',NULL,NULL,0,0,11,1700000003500,1700000005000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('f4118aaee771','running','yesno',6,6,7,'bot:6','bot:7',NULL,NULL,1,0,20,1700000005000,1700000007000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES('d55129fe58a2','finished','classic',4,6,5,'bot:6','person:5',NULL,NULL,0,0,7,1700000007000,1700000008000,NULL,1700000008000,'black','resignation',3,3);
CREATE TABLE names (
	player INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	folded VARCHAR(128) NOT NULL, 
	CONSTRAINT pk_names PRIMARY KEY (player, at), 
	CONSTRAINT fk_names_player FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "names" VALUES(7,1700000001000,'Cid','cld');
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
INSERT INTO "pairings" VALUES(1,1,6,1,2,'5452413116a6',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,2,6,3,4,'52e15c4f99f9',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,3,1,3,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,4,1,2,4,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,5,2,1,4,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,6,2,3,2,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,7,3,2,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,8,3,4,3,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,9,4,4,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,10,4,2,3,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,11,5,1,3,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(1,12,5,4,2,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "players" VALUES(1,'bot','Unknown 0','unknown o',1700000000000,NULL);
INSERT INTO "players" VALUES(2,'bot','Unknown 1','unknown l',1700000000000,NULL);
INSERT INTO "players" VALUES(3,'bot','Unknown 2','unknown 2',1700000000000,NULL);
INSERT INTO "players" VALUES(4,'bot','Unknown 3','unknown 3',1700000000000,NULL);
INSERT INTO "players" VALUES(5,'person','Ada','ada',1700000000000,NULL);
INSERT INTO "players" VALUES(6,'bot','Bob','bob',1700000000000,NULL);
INSERT INTO "players" VALUES(7,'bot','Cecil','cecll',1700000000000,NULL);
INSERT INTO "players" VALUES(8,'bot','Deleted 8','deleted 8',1700000001000,1700000001000);
CREATE TABLE settings (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','376ed2950f34a770f62e737678070024');
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
INSERT INTO "tournaments" VALUES(1,'Try-out','tryout','running','{"name": "Try-out", "format": "double-round-robin", "games": 2, "variant": "classic", "size": 8, "clock": "300s/move", "boards": 2, "no_show": 86400, "withdraw_after": 0, "oracle": "local", "seed": 7934377276261613554, "players": []}',4355569098659321146,1700000000000,1700000000000,NULL);
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
