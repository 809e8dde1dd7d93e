import { readFileSync } from 'node:fs';
import { Dialect, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';

/** Rules of Harper that found no correct sentence wrong in this project. The others slow the check down to minutes. */
const RULES = [
  'AnA',
  'ItsPossessive',
  'ModalOf',
  'PluralWrongWordOfPhrase',
  'RepeatedWords',
  'SubjectPronoun',
  'ThenThan',
  'ThereIsAgreement',
];
const BATCH = 200;
/** Words of prose, without code, paths, file names, addresses and names in mixed case. */
const WORD = /(?<![\w@./#$%~:+=-])[A-Za-z][a-z]*(?:['’][a-z]+)?(?![\w/@+=]|[.:]\w|-\d)/g;

const dictionary = readFileSync(new URL('dictionary.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

async function createLinter(rules: string[]) {
  const linter = new LocalLinter({ binary, dialect: Dialect.American });
  const all = Object.keys(await linter.getDefaultLintConfig());
  await linter.setLintConfig(Object.fromEntries(all.map((rule) => [rule, rules.includes(rule)])));
  return linter;
}

/**
 * Checks the words of all sentences against Harper's American dictionary and dictionary.txt.
 *
 * @returns a function that returns the first unknown word of a sentence, or undefined
 */
export async function checkSpelling(sentences: string[]) {
  const linter = await createLinter(['SpellCheck']);
  const known = new Set(dictionary.map((word) => word.toLowerCase()));
  const words = new Set(sentences.flatMap(toWords));
  const candidates = [...words].filter((word) => !known.has(stem(word)));
  const lints = await linter.lint(candidates.join('\n\n'), { language: 'plaintext' });
  const unknown = new Set(lints.map((lint) => lint.get_problem_text()));
  return (sentence: string) => toWords(sentence).find((word) => unknown.has(word));
}

/** Applies Harper's rules. Returns a rule with the words by sentence. */
export async function checkGrammar(sentences: string[]) {
  const linter = await createLinter(RULES);
  const found = new Map<string, string>();
  for (let first = 0; first < sentences.length; first += BATCH) {
    const batch = sentences
      .slice(first, first + BATCH)
      .map((sentence) => sentence.replace(/`[^`]*`/g, 'value'));
    const starts: number[] = [];
    let length = 0;
    for (const sentence of batch) {
      starts.push(length);
      length += [...sentence].length + 2;
    }
    const byRule = await linter.organizedLints(batch.join('\n\n'), { language: 'plaintext' });
    for (const [rule, lints] of Object.entries(byRule)) {
      for (const lint of lints) {
        const { start, end } = lint.span();
        const index = starts.findLastIndex((one) => one <= start);
        const rest = [...batch[index]!].slice(end - starts[index]!).join('');
        // Initialisms are spoken in two ways: "a SCAC", "an NMFC item".
        if (rule === 'AnA' && /^[\s"“(]*(?:[A-Z]{2}|https?\b|value)/.test(rest)) continue;
        if (/^[A-Z]+$/.test(lint.get_problem_text().split(/\s/)[0]!)) continue;
        found.set(sentences[first + index]!, `${rule}: ${lint.get_problem_text()}`);
      }
    }
  }
  return found;
}

function toWords(sentence: string): string[] {
  return sentence.replace(/`[^`]*`/g, ' ').match(WORD) ?? [];
}

function stem(word: string) {
  return word.replace(/['’]s$/, '').toLowerCase();
}
