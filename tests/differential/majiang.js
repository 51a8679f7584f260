// Scores of @kobalab/majiang-core for hands on standard input, one JSON object a line.
// Usage: node majiang.js FOLDER_OF_THE_PACKAGE < hands.jsonl
const readline = require("readline");
const Majiang = require(process.argv[2]);

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { hand, claimed, rule, ...param } = JSON.parse(line);
  const tiles = Majiang.Shoupai.fromString(hand);
  const all = Majiang.Util.hule_param({ ...param, rule: Majiang.rule(rule) });
  const found = Majiang.Util.hule(tiles, claimed, all) || {};
  const { fanshu, fu, damanguan, defen, fenpei } = found;
  console.log(JSON.stringify({ fan: fanshu, fu, yakuman: damanguan, points: defen, fenpei }));
});
