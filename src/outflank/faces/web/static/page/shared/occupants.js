/** Who sits in a seat: the server names them by a text, which only this module writes and reads. */

/**
 * @typedef {"human" | "person" | "bot" | "computer" | "beside"} OccupantKind
 * @typedef {object} Occupant
 * @property {OccupantKind} kind
 * @property {string | null} level of a computer
 * @property {number | null} host the player beside whom a friend sits at the same screen
 */

/** What the server calls a friend at the same screen when a game begins. */
export const BESIDE = "beside";

/** @param {{seat: string}} seated @returns {Occupant} */
export function occupantOf({ seat }) {
  const [name = "", which = ""] = seat.split(":");
  const kind = /** @type {OccupantKind} */ (name);
  return { kind, level: kind === "computer" ? which : null, host: kind === BESIDE ? Number(which) : null };
}

/** Whether a person with an account sits there, who has a page of the game open. @param {{seat: string}} seated */
export const isPerson = (seated) => occupantOf(seated).kind === "person";

/** @param {{seat: string}} seated */
export const isComputer = (seated) => occupantOf(seated).level !== null;

/** The text for a computer. @param {string | number} level */
export const computerSeat = (level) => `computer:${level}`;
