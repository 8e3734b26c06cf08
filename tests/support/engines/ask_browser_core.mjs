// Answers questions by the engine that is compiled for browsers, in Node: reads JSON from stdin,
// writes JSON to stdout.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { scripts, wasm, data, table, tasks } = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(pathToFileURL(`${scripts}/${name}`).href);
const { Core } = await load("core.js");
const { Rules } = await load("rules.js");
const { learnedFile } = await load("learned.js");

const module = new WebAssembly.Module(readFileSync(wasm));
let last = null;
const core = await Core.open(module, { report: (report) => (last = report), async pause() {} });
core.makeTable(table);
core.setProbcut(readFileSync(`${data}/probcut.txt`, "utf8"));
const rules = new Rules(await Core.open(module));
let learned = null;

const answers = {
  search({ question, variant }) {
    const file = learnedFile(question.size, variant);
    if (file !== learned && file !== null) core.learn(core.unpack(readFileSync(`${data}/${file}`)));
    learned = file ?? learned;
    core.forget();
    core.search({ ...question, cells: Uint8Array.from(question.cells) });
    return last;
  },
  walk({ position, moves, answers }) {
    return moves.map((move, ply) => {
      const [legal, isOver] = [rules.legalMoves(position), rules.isOver(position)];
      const played = rules.play(position, move, answers[ply]);
      ({ position } = played);
      return { legal, isOver, ...played };
    });
  },
  learn({ bytes }) {
    try {
      core.learn(core.unpack(Uint8Array.from(bytes)));
    } catch (error) {
      return error.message;
    } finally {
      learned = null;
    }
    return null;
  },
};
process.stdout.write(JSON.stringify(tasks.map((task) => answers[task.kind](task))));
