// A bot for /api/v1 that reads streams, in plain JavaScript: node bot.js http://localhost:5000 KEY
const [url, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
const playing = new Set();

async function* events(path) {
  const answer = await fetch(`${url}/api/v1${path}`, { headers });
  if (!answer.ok) {
    const { detail } = await answer.json().catch(() => ({})); // a proxy may have written it
    const problem = new Error(`refused (${answer.status}): ${detail}`);
    throw Object.assign(problem, { seconds: answer.headers.get("Retry-After") });
  }
  let text = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + piece).split("\n");
    text = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line); // empty ones keep it alive
  }
}

async function again(follow) { // connections break and servers restart: begin anew until it is over
  while (true) {
    try {
      if (await follow()) return;
      await pause(1000);
    } catch (error) {
      console.error(error.message);
      await pause(1000 * (error.seconds || 1));
    }
  }
}

const play = (match) => again(async () => {
  let own, over = false;
  for await (const event of events(`/matches/${match}/stream`)) {
    if (event.event === "Match") own = event.you;
    if (event.event === "MatchEnded") over = true;
    if (event.event !== "State" || event.turn?.color !== own || event.awaits !== "move") continue;
    const square = event.legal[Math.floor(Math.random() * event.legal.length)];
    const body = JSON.stringify({ turn: event.turn.seq, square }); // sent twice it counts once
    const order = { method: "POST", headers, body };
    let answer;
    while (true) {
      answer = await fetch(`${url}/api/v1/matches/${match}/moves`, order);
      if (![429, 503].includes(answer.status)) break;
      await pause(1000 * answer.headers.get("Retry-After"));
    }
    console.log(match, square, answer.status);
  }
  return over && playing.delete(match);
});

again(async () => {
  for await (const { event, match } of events("/events"))
    if (event === "MatchStarted" && !playing.has(match.id)) playing.add(match.id) && play(match.id);
});
