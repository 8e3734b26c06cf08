/** Figures as they are written: with a sign, and with a real minus. */

/** @param {number} value @param {number} [digits] after the point */
export function signed(value, digits = 0) {
  const shown = Math.abs(value).toFixed(digits);
  const isNothing = Number(shown) === 0;
  return isNothing ? shown : `${value < 0 ? "−" : "+"}${shown}`;
}

/** Discs, with one digit after the point where there is a fraction. @param {number} discs */
export const signedDiscs = (discs) => signed(discs, Number.isInteger(Math.round(discs * 10) / 10) ? 0 : 1);
