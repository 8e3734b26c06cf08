/**
 * The server's API as the page's scripts see it, taken from the OpenAPI document: what is renamed
 * on the server is an error in them. tools/check_javascript.sh generates openapi.d.ts.
 */
import type { components, paths } from "./generated/openapi";

type Schemas = components["schemas"];

// What the server answers, by the names that the page has for it.

export type ArchiveReport = Schemas["ArchiveReport"];
export type Branch = Schemas["Branch"];
export type Challenge = Schemas["Challenge"];
export type DailyPuzzle = Schemas["DailyPuzzle"];
export type DrillLine = Schemas["DrillLineObject"];
export type DrillStep = Schemas["DrillStepObject"];
export type DueCard = Schemas["DueCard"];
export type Entrant = Schemas["EntrantObject"];
export type GameReview = Schemas["ReviewOfGame"];
export type GivenValue = Schemas["GivenValue"];
export type Hint = Schemas["Hint"];
export type LearningSummary = Schemas["LearningSummary"];
export type LobbyLine = Schemas["LobbyLine"];
export type MatchEvent = Schemas["Events"]["events"][number];
export type MatchReview = Schemas["MatchReview"];
export type MatchView = Schemas["BoardLine"];
export type MoveReview = Schemas["MoveReview"];
export type MovePlayed = Schemas["MovePlayed"];
export type NewEntrant = Schemas["NewEntrant"];
export type OpeningPosition = Schemas["OpeningPosition"];
export type OpeningReply = Schemas["OpeningReply"];
export type OracleAnswer = Schemas["AnswerHeard"]["answer"];
export type Pairing = Schemas["PairingObject"];
export type Position = Schemas["PositionObject"];
export type Problem = Schemas["ProblemAnswer"];
export type PuzzleObject = Schemas["PuzzleObject"];
export type ReadRecord = Schemas["ReadRecord"];
export type Repertoire = Schemas["RepertoireObject"];
export type RepertoireDecision = Schemas["RepertoireDecision"];
export type ReviewAnswer = Schemas["ReviewAnswer"];
export type ReviewScore = Schemas["ReviewScore"];
export type Side = Schemas["Turn"]["color"];
export type StudyGame = Schemas["StudyGame"];
export type StudyScore = Schemas["StudyScore"];
export type SurvivalState = Schemas["SurvivalState"];
export type ToMemorise = Schemas["ToMemoriseObject"];
export type Tournament = Schemas["Tournament"];
export type TournamentLine = Schemas["TournamentLine"];

/** A line of the stream that pages follow. */
export type WatchLine = Schemas["BoardLine" | "TournamentLine" | "LobbyLine" | "GoneLine" | "TimeLine"];

// What it is asked for. The scripts name these types wherever they make the body of a request.

export type Adjudication = Schemas["Adjudication"];
export type ChallengeBody = Schemas["ChallengeBody"];
export type MatchBody = Schemas["MatchBody"];
export type PlayersBody = Schemas["PlayersBody"];
export type PositionBody = Schemas["PositionBody"];
export type TournamentChange = Schemas["TournamentChange"];
export type TournamentBody = Schemas["TournamentBody"];
export type WriteBody = Schemas["WriteBody"];

/** What two players agree on, in a match that begins at once as in a challenge. */
export type Terms = Required<Pick<MatchBody, Term> & Pick<ChallengeBody, Term>>;
type Term = "variant" | "size" | "clock" | "color" | "scoring" | "oracle" | "start";

// Requests: a method and a path of the document say what must be sent and what comes back.

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Verb<M extends Method> = Lowercase<M>;
type Root = "/api/v1";

/** The paths, without /api/v1, at which a method is answered. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P][Verb<M>] extends object ? (P extends `${Root}${infer Below}` ? Below : never) : never;
}[keyof paths];

type Operation<M extends Method, P extends string> = paths[`${Root}${P}` & keyof paths][Verb<M>];

type InPath<O> = O extends { parameters: { path: infer Names } } ? { path: Names } : { path?: never };
type InQuery<O> = O extends { parameters: { query?: infer Names } }
  ? [Names] extends [undefined]
    ? { query?: never }
    : { query?: Names }
  : { query?: never };
type InBody<O> = O extends { requestBody: { content: { "application/json": infer Json } } }
  ? { body: Json }
  : { body?: never };

/** What goes into a request: the names in its path and query, its body, and headers that a few of them have. */
export type Asked<M extends Method, P extends string> = InPath<Operation<M, P>> &
  InQuery<Operation<M, P>> &
  InBody<Operation<M, P>> & { headers?: Record<string, string> };

export type WatchQuery = NonNullable<Asked<"GET", "/watch">["query"]>;

type IfAny<A> = {} extends A ? [asked?: A] : [asked: A];

type Content<R> = R extends { content: { "application/json": infer Json } } ? Json : null;
type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 204)] : never;

/** The JSON of an answer; null where there is none. */
export type Answer<M extends Method, P extends string> = Content<Success<Operation<M, P>>>;

export type Call = <M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...asked: IfAny<Asked<M, P>>
) => Promise<Answer<M, P>>;
export type Read<T> = <P extends Path<"GET">>(path: P, ...asked: IfAny<Asked<"GET", P>>) => T;

/** The same without the types of one request, for what handles all of them. */
export interface AnyRequest {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}
