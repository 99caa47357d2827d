// Writes Sources/PredicateLanguage/Unicode/FoldingTable+*.swift from the Unicode data of the running Node.
//
//   node Sources/PredicateLanguage/Unicode/Generator/unicode-tables.mjs
//
// Node gives canonical decompositions (normalize), case mappings and general categories. It has no combining
// classes; their order is found by normalizing pairs of marks, and order is all that is needed.

import { writeFileSync } from "node:fs";

const limit = 0x30000;
const text = (scalar) => String.fromCodePoint(scalar);
const scalars = (string) => [...string].map((c) => c.codePointAt(0));
const isScalar = (value) => value < 0xd800 || value > 0xdfff;
const isHangul = (value) => value >= 0xac00 && value <= 0xd7a3;
// What belongs to the letter before it. Scalars of planes 14 and above are not in the tables; FoldingTable knows
// which of them are marks.
const isMark = (value) => /^[\p{Grapheme_Extend}\p{Emoji_Modifier}]$/u.test(text(value));
const all = [];
for (let value = 0; value < limit; value++) {
  if (isScalar(value) && !isHangul(value)) all.push(value);
}

// Full case folding (CaseFolding.txt C + F): lower(upper(x)) but for what that file lists otherwise.
function fold(value) {
  if (value === 0x131 || (value >= 0x13a0 && value <= 0x13f5)) return [value];
  if (value >= 0x13f8 && value <= 0x13fd) return [value - 8];
  if (value >= 0xab70 && value <= 0xabbf) return [value - 0xab70 + 0x13a0];
  if (value === 0x130) return [0x69, 0x307];
  if (value === 0x1e9e) return [0x73, 0x73];
  const upper = scalars(text(value).toUpperCase());
  const folded = upper.flatMap((u) => scalars(text(u).toLowerCase()));
  return folded.map((f) => (f === 0x3c2 ? 0x3c3 : f));
}

// Pairs: one step of canonical decomposition. Longer ones are reached by decomposing the first again.
const decompositions = new Map();
const byDecomposition = new Map();
for (const value of all) {
  const full = text(value).normalize("NFD");
  if (full !== text(value)) byDecomposition.set(full, value);
}
for (const value of all) {
  const full = scalars(text(value).normalize("NFD"));
  if (full.length === 1 && full[0] === value) continue;
  if (full.length > 4) throw new Error("longer than 4: " + value.toString(16));
  decompositions.set(value, full);
}

const folds = new Map();
for (const value of all) {
  if (decompositions.has(value)) continue;
  const to = fold(value);
  if (to.length === 1 && to[0] === value) continue;
  for (const t of to) if (decompositions.has(t)) throw new Error("fold decomposes: " + value.toString(16));
  if (to.length > 3) throw new Error("fold longer than 3");
  folds.set(value, to);
}

// Combining classes as ranks 1…n in their order; 0 means "starts a new run".
const marks = all.filter((v) => /^\p{M}$/u.test(text(v)) && !decompositions.has(v));
const reorders = (a, b) => text(a) + text(b) !== ("a" + text(a) + text(b)).normalize("NFD").slice(1);
const first = 0x334; // ccc 1
const last = 0x345; // ccc 240
const combining = marks.filter((m) => m === first || m === last || reorders(last, m) || reorders(m, first));
const below = (a, b) => reorders(b, a);
const classes = [];
for (const mark of combining) {
  let found = classes.find((c) => !below(c[0], mark) && !below(mark, c[0]));
  if (found) found.push(mark);
  else classes.push([mark]);
}
classes.sort((a, b) => (below(a[0], b[0]) ? -1 : 1));
const rank = new Map();
classes.forEach((members, index) => members.forEach((m) => rank.set(m, index + 1)));

// Records. Index 0 is "nothing special".
const digit = (value) => String.fromCharCode(0x30 + value);
function digits(value, count) {
  let out = "";
  for (let i = count - 1; i >= 0; i--) out += digit((value >> (6 * i)) & 63);
  return out;
}
// Every record: kind and rank (2 digits), then up to three scalars of 4 digits, zero where absent.
const records = ["0".repeat(14)];
const known = new Map([[records[0], 0]]);
function record(kind, rankOf, values) {
  const padded = [...values, 0, 0, 0].slice(0, 3);
  const made = digit(kind) + digit(rankOf) + padded.map((v) => digits(v, 4)).join("");
  if (!known.has(made)) {
    known.set(made, records.length);
    records.push(made);
  }
  return known.get(made);
}
const kinds = { decompose: 1, shift: 2, expand: 3, mark: 4, joiner: 5, takeApart: 6 };
const offset = 0x200000; // keeps shifts positive
const index = new Map();
for (const value of all) {
  const r = rank.get(value) ?? 0;
  if (decompositions.has(value)) {
    const full = decompositions.get(value);
    // Some are never composed again (Full_Composition_Exclusion).
    const kind = text(value).normalize("NFC") === text(value) ? kinds.decompose : kinds.takeApart;
    if (full.length <= 3) index.set(value, record(kind, 0, full));
    else {
      // Its first three composed into one again: one more step at run time.
      const head = byDecomposition.get(text(full[0]) + text(full[1]) + text(full[2]));
      if (!head) throw new Error("no head: " + value.toString(16));
      index.set(value, record(kind, 0, [head, full[3]]));
    }
  } else if (isMark(value)) {
    index.set(value, record(kinds.mark, r, folds.get(value) ?? []));
  } else if (folds.has(value)) {
    if (r) throw new Error("folding, combining, no mark: " + value.toString(16));
    const to = folds.get(value);
    if (to.length === 1) index.set(value, record(kinds.shift, 0, [to[0] - value + offset]));
    else index.set(value, record(kinds.expand, 0, to));
  } else if (r) {
    index.set(value, record(kinds.joiner, r, []));
  }
}
if (records.length > 4096) throw new Error("too many records: " + records.length);

const blocks = [];
const knownBlocks = new Map();
let stage1 = "";
for (let start = 0; start < limit; start += 64) {
  let block = "";
  for (let value = start; value < start + 64; value++) block += digits(index.get(value) ?? 0, 2);
  if (!knownBlocks.has(block)) {
    knownBlocks.set(block, blocks.length);
    blocks.push(block);
  }
  stage1 += digits(knownBlocks.get(block), 2);
}

function write(name, what, content) {
  const lines = content.match(/.{1,100}/g).map((line) => `    ${line}\\#`);
  const file = `// Generated by Generator/unicode-tables.mjs from Unicode ${process.versions.unicode}; not edited by hand.

extension FoldingTable {
  /// ${what}
  static let ${name} = #"""
${lines.join("\n")}

    """#
}
`;
  const path = `FoldingTable+${name[0].toUpperCase() + name.slice(1)}.swift`;
  writeFileSync(new URL("../" + path, import.meta.url), file);
}
write("blockIndex", "Two digits for every 64 scalars: which block holds them.", stage1);
write("blocks", "Blocks of 64 times two digits: the record of each scalar.", blocks.join(""));
write("records", "Records of 14 digits: kind, combining rank, three scalars of four digits.", records.join(""));
console.log({ decompositions: decompositions.size, folds: folds.size, combining: combining.length,
  classes: classes.length, records: records.length, blocks: blocks.length });

if (process.argv[2]) {
  const dump = {};
  for (const value of all) {
    const d = decompositions.get(value), f = folds.get(value), r = rank.get(value);
    if (d || f || r || isMark(value)) dump[value] = { d, f, r, m: isMark(value) };
  }
  writeFileSync(process.argv[2], JSON.stringify(dump));
}
