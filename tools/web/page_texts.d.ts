/**
 * The modules of the page's texts, which the server makes from the catalogue. A test in Python
 * checks that every key that a script names exists.
 */

declare module "*/texts/admin.js" {
  const texts: { admin: any };
  export default texts;
}

declare module "*/texts/analysis.js" {
  const texts: { analysis: any };
  export default texts;
}

declare module "*/texts/app.js" {
  const texts: { app: any };
  export default texts;
}

declare module "*/texts/board_demo.js" {
  const texts: { board_demo: any };
  export default texts;
}

declare module "*/texts/challenge.js" {
  const texts: { challenge: any };
  export default texts;
}

declare module "*/texts/clock.js" {
  const texts: { clock: any };
  export default texts;
}

declare module "*/texts/connection.js" {
  const texts: { connection: any };
  export default texts;
}

declare module "*/texts/device.js" {
  const texts: { device: any };
  export default texts;
}

declare module "*/texts/game.js" {
  const texts: { game: any };
  export default texts;
}

declare module "*/texts/home.js" {
  const texts: { home: any };
  export default texts;
}

declare module "*/texts/learn.js" {
  const texts: { learn: any };
  export default texts;
}

declare module "*/texts/offline.js" {
  const texts: { offline: any };
  export default texts;
}

declare module "*/texts/lesson.js" {
  const texts: { lesson: any };
  export default texts;
}

declare module "*/texts/openings.js" {
  const texts: { openings: any };
  export default texts;
}

declare module "*/texts/play.js" {
  const texts: { play: any };
  export default texts;
}

declare module "*/texts/problem.js" {
  const texts: { problem: any };
  export default texts;
}

declare module "*/texts/review.js" {
  const texts: { review: any };
  export default texts;
}

declare module "*/texts/tryit.js" {
  const texts: { tryit: any };
  export default texts;
}

declare module "*/texts/what_if.js" {
  const texts: { what_if: any };
  export default texts;
}
