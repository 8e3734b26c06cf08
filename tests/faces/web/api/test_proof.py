"""Records and keys over HTTP: anybody can verify a match with what the API returns."""

from outflank.arena import Definition
from outflank.server.tournaments.exports import problems_of
from outflank.store.records import verify_record
from outflank.store.signing.keys import PublicKey
from support.server.api_clients import ApiServer
from support.server.competition_server import begin
from support.signing.signed_exports import play_and_resign


def key_of(api: ApiServer) -> PublicKey:
    keys = api.anybody.get("/server-key").json
    assert keys["earlier"] == []
    key = PublicKey.parse(keys["current"]["public_key"])
    assert key.id == keys["current"]["id"]
    assert keys["current"]["until"] is None
    return key


def test_the_record_of_a_finished_match_can_be_verified_with_the_servers_key(
    api: ApiServer,
) -> None:
    record = api.anybody.get(f"/matches/{play_and_resign(api.server)}/record").json
    assert record["signature"]["key"] == key_of(api).id
    assert verify_record(record, [key_of(api)]) is None
    record["events"].pop(2)
    assert verify_record(record, [key_of(api)]) is not None


def test_the_record_of_a_running_match_is_not_signed(api: ApiServer) -> None:
    record = api.anybody.get(f"/matches/{begin(api.server).name}/record").json
    assert "signature" not in record
    assert verify_record(record) is None
    assert api.anybody.get("/matches/0123456789ab/record").status_code == 404


def test_the_export_of_a_tournament_is_signed(api: ApiServer) -> None:
    number = api.server.tournaments.registration.create(Definition("Cup"), "tests")
    document = api.anybody.get(f"/tournaments/{number}/export").json
    assert problems_of(document, [key_of(api)]) == []
    assert problems_of(document | {"seed": 5}, [key_of(api)]) != []
