import { countWords, type Sentence } from './sentences.ts';

const MAX_WORDS = 30;

/** Former names of the code. Docs and comments use the present ones. */
const RETIRED_NAMES: [old: string, present: string][] = [
  ['TrackingSheet', 'TrackingPageView'],
  ['EndpointLaps', 'ClaimCursor'],
  ['EndpointWindows', 'EndpointConcurrency'],
  ['TenantShares', 'TenantConcurrency'],
  ['StartLine', 'RoundRobinQueue'],
  ['OpenFrom', 'FirstOpenPartition'],
  ['PaperCache', 'PdfCache'],
  ['Pulse', 'Heartbeat'],
  ['Shelf', 'OwnerEntries'],
  ['QuietClient', 'AppPgClient'],
  ['PatientPool', 'RetryingPool'],
  ['askOn', 'runQuery'],
  ['lightRows', 'readSizedPage'],
  ['weightOf', 'estimateBytes'],
  ['GatheredRows', 'WriteBuffer'],
  ['oneAtATime', 'singleFlight'],
  ['oneAfterAnother', 'coalesce'],
  ['othersFirst', 'yieldToEventLoop'],
  ['fewAtATime', 'processInChunks'],
  ['StoresLittle', 'AllowOverWriteQuota'],
  ['CallsOut', 'ManagesOwnTransaction'],
  ['restMs', 'cooldownMs'],
  ['restsUntil', 'openUntil'],
  ['surelyKeepsRules', 'passesFastValidation'],
  ['rememberRules', 'memoizeValidationMetadata'],
  ['BookingWays', 'BookingMethod'],
  ['InvoiceTeller', 'InvoiceEvents'],
  ['SignInDesk', 'SessionEndpoints'],
  ['OidcDesk', 'OidcSignIn'],
  ['OperatorsMembers', 'MemberAdmin'],
  ['drawnId', 'newId'],
  ['ownCopy', 'deepCopy'],
  ['ReplicaUnfit', 'ReplicaUnusableError'],
  ['BookingBench', 'BookingFixture'],
  ['PartedPage', 'TabbedPage'],
  ['NotHere', 'NotFoundPage'],
  ['papers', 'documents'],
];

const BRITISH = new RegExp(
  `\\b(?:${[
    '(?:behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|vap|endeav)ours?(?:ed|ing|s|al|ite|ites|able|ably|hood)?',
    '(?:cent|met|lit|fib|theat|kilomet|centimet|millimet)res?',
    '(?:author|categor|custom|final|general|global|initial|local|maxim|minim|normal|optim|organ|organis|prior|real|recogn|serial|special|standard|summar|synchron|util|visual|anonym|emphas|apolog|central|character|equal|formal|harmon|legal|memor|modern|neutral|random|stabil|symbol|token|capital)is(?:e|es|ed|er|ers|ing|ation|ations|able)',
    '(?:analy|paraly|cataly)s(?:e|ed|er|ing)',
    '(?:label|model|travel|tunnel|signal|fuel|level|channel|total|dial|counsel|pencil)l(?:ed|ing|er|ers)',
    '(?:defence|offence|licence|pretence)s?',
    '(?:catalogue|dialogue|programme|cheque|tyre|kerb|grey|artefact|judgement|acknowledgement|enquir(?:y|ies)|pallett?isation|ageing|sceptical|plough|mould|aluminium)s?',
    'whilst|amongst|learnt|spelt|burnt|afterwards|towards|backwards',
  ].join('|')})\\b`,
  'i',
);

/** Matches `That a carrier…` and `That it…` as subjects, but not `That process…` and `That is why…`. */
const OPENING =
  /^["“(*]*(?:(?:Who|Whoever|Whose|What|Whatever|Of)\b|That (?:an?|the|it|they|one|there|no|each|every|all|some|this|its|their)\b)/;

/** Verb forms only: a server, carrier or process responds or returns. People answer a phone. */
const ANSWERS =
  /\b(?:answered|answering|(?:not|never|to|can) answer|(?:it|never|carrier|Chromium|database|primary|process|server|service) answers|answers (?:with |after )?[1-5]\d\d)\b/i;

/** Bad habits of sentences by name. Each function returns the offending words, or undefined. */
export const HABITS: Record<string, (sentence: Pick<Sentence, 'text' | 'heading'>) => string | undefined> = {
  opening: ({ text, heading }) =>
    heading || text.endsWith('?') || countWords(text) < 4 ? undefined : match(text, OPENING),
  pronoun: ({ text }) =>
    match(
      text,
      /\b(?:nobody|somebody|anybody|everybody|whoever|whomever|who asks|what is due|(?:and|beside|by|from|of|than) who)\b/i,
    ),
  'too long': ({ text }) => {
    const words = countWords(text);
    return words > MAX_WORDS ? `${words} words` : undefined;
  },
  dashes: ({ text }) =>
    (text.match(/—|(?<=\s)--?(?=\s)|(?<=\s)–(?=\s)/g) ?? []).length > 1 ? '—' : undefined,
  british: ({ text }) => match(withoutCode(text), BRITISH),
  dated: ({ text }) =>
    match(text, /\b(?:anew|needn['’]t|mustn['’]t|thereof|therein|thereto|whereof|hence)\b/i),
  answers: ({ text }) => match(withoutCode(text), ANSWERS),
  // A shipment or a carrier accepts no scans, values or cursors.
  takes: ({ text }) => match(withoutCode(text), /\btakes? no (?!(?:lock|longer|more|turn)\b)\w+/i),
  'retired name': ({ text }) => {
    const found = RETIRED_NAMES.find(([old]) =>
      new RegExp(`(?<![\\w/.-])${old}(?![\\w/-])(?!\\.\\w)`).test(text),
    );
    return found && `${found[0]}: ${found[1]}`;
  },
};

function match(text: string, pattern: RegExp) {
  return pattern.exec(text)?.[0];
}

function withoutCode(text: string) {
  return text.replace(/`[^`]*`/g, '');
}
