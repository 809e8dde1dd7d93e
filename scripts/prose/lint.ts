/**
 * Checks every sentence that people read for spelling, grammar and the habits in habits.mjs. Prints a table of areas and
 * the flagged sentences that exceptions.json does not list. Exits with 1 if there are any, or if an exception is stale.
 *
 * Options: `--root PATH` counts in another checkout and never fails; `--list AREA` prints each flagged sentence of an area.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readAreas } from './areas.ts';
import { applyExceptions, type Exceptions, type Finding } from './exceptions.ts';
import { checkGrammar, checkSpelling } from './grammar.ts';
import { HABITS } from './habits.ts';
import { countWords, type Sentence, splitSentences } from './sentences.ts';

const AIM_WORDS = 25;

const { values } = parseArgs({ options: { root: { type: 'string' }, list: { type: 'string' } } });

const areas = new Map<string, Map<string, Sentence & { path: string; code: boolean }>>();
for (const [area, texts] of readAreas(values.root ?? '.')) {
  // The document repeats many descriptions, which count once.
  const sentences = new Map<string, Sentence & { path: string; code: boolean }>();
  for (const { path, block, code } of texts) {
    for (const sentence of splitSentences(block)) {
      if (!sentences.has(sentence.text)) sentences.set(sentence.text, { ...sentence, path, code });
    }
  }
  areas.set(area, sentences);
}

const misspelled = await checkSpelling([...areas.values()].flatMap((sentences) => [...sentences.keys()]));
const readers = [...areas.values()].flatMap((sentences) =>
  [...sentences.values()].filter(({ code }) => !code),
);
const ungrammatical = await checkGrammar([...new Set(readers.map(({ text }) => text))]);

const findings: Finding[] = [];
for (const [area, sentences] of areas) {
  for (const sentence of sentences.values()) {
    const rules = Object.entries(HABITS).flatMap(([name, find]) => {
      const words = find(sentence);
      return words === undefined ? [] : [`${name}: ${words}`];
    });
    const word = misspelled(sentence.text);
    if (word !== undefined) rules.push(`spelling: ${word}`);
    const grammar = sentence.code ? undefined : ungrammatical.get(sentence.text);
    if (grammar) rules.push(grammar);
    if (rules.length > 0)
      findings.push({ area, path: sentence.path, line: sentence.line, text: sentence.text, rules });
  }
}

const exceptions = JSON.parse(
  readFileSync(new URL('exceptions.json', import.meta.url), 'utf8'),
) as Exceptions;
const { open, stale, lower } = applyExceptions(findings, exceptions);

printTable();
const shown = values.list === undefined ? open : findings.filter(({ area }) => area === values.list);
if (values.root === undefined || values.list !== undefined) shown.forEach(print);
if (values.root === undefined) {
  stale.forEach((message) =>
    console.log(`Remove this exception from scripts/prose/exceptions.json: ${message}`),
  );
  if (lower.length > 0) console.log(`Ceilings that exceptions.json can lower: ${lower.join('; ')}`);
  process.exitCode = open.length > 0 || stale.length > 0 ? 1 : 0;
}

function printTable() {
  const rows = [...areas].map(([area, sentences]) => {
    const flagged = findings.filter((one) => one.area === area);
    const allowed = flagged.length - open.filter((one) => one.area === area).length;
    const long = [...sentences.keys()].filter((text) => countWords(text) > AIM_WORDS).length;
    return [area, sentences.size, flagged.length, ...(values.root ? [] : [allowed]), long];
  });
  const total = rows[0]!.map((_, column) =>
    column === 0 ? 'total' : rows.reduce((sum, row) => sum + Number(row[column]), 0),
  );
  const head = [
    'area',
    'sentences',
    'flagged',
    ...(values.root ? [] : ['excepted']),
    `over ${AIM_WORDS} words`,
  ];
  for (const row of [head, ...rows, total]) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? String(cell).padEnd(34) : String(cell).padStart(10)))
        .join(' '),
    );
  }
}

function print({ area, path, line, text, rules }: Finding) {
  console.log(`${area} | ${path}:${line} | ${rules.join(', ')}\n    ${text}`);
}
