import { parseJsonBody } from '../../../platform/http-client/json.js';
import { listEncodedForms } from '../../../platform/http-client/redact.js';
import { normalizePro } from '../../../domain/pro-number.js';
import { SAMPLE_PRO } from './sample-freight.js';

type Kind = 'secret' | 'email' | 'phone' | 'account' | 'street' | 'name';

/** Names of fields, in lower case without separators, whose text a recording must not have. The first match counts. */
const PRIVATE_FIELDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'secret',
    /password|passwd|secret|token|apikey|authorization|cookie|credential|^(user|userid|username|login)$/,
  ],
  ['email', /e?mail(address)?$/],
  ['phone', /phone|telephone|mobile|fax/],
  ['account', /account|acct|(customer|billto|payor|payer|client)(id|no|number|code)$/],
  ['street', /street|addr(ess)?(line)?\d*$|^line\d$/],
  [
    'name',
    /company|contact|(first|last)name$|attention|^attn|signedby|signature|signee|receivedby|deliveredto|recipient/,
  ],
  [
    'name',
    /^(first|last|full|given|family|person|customer|ship(per)?|cons(ignee)?|tpb|payer|requester|signer|receiver|driver)name$/,
  ],
  ['name', /^(shipper|consignee|customer|signer|receiver)$/],
];
/** Fields that tell a party's `name` from the name of a service or terminal code. */
const PARTY_FIELDS = /street|addr|phone|zip|postal|mail|contact|attention/;

const FLAG = /^([yn]|yes|no|true|false)$/i;
const PLACEHOLDERS: Readonly<Record<Kind, (text: string) => string>> = {
  secret: () => 'SECRET',
  email: () => 'person@example.com',
  phone: (text) => text.replace(/\d/g, '5'),
  account: (text) => (/\d/.test(text) ? text.replace(/\d/g, '0').replace(/\p{L}/gu, 'X') : text),
  street: () => '1 STREET',
  name: (text) => (FLAG.test(text) ? text : 'NAME'),
};

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const PHONE = /(?<![\d.-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)/g;
const AUTHORIZATION = /\b(Basic|Bearer)\s{1,9}[\w+/=.~-]{8,}/gi;
const NAME_WORD = String.raw`(?:\p{L}\.|[\p{L}'’-]{1,40})`;
const SIGNED_BY = new RegExp(
  String.raw`\b(signed(?: for)? by:?|received by:?) +${NAME_WORD}(?: ${NAME_WORD}){0,3}`,
  'giu',
);
const ELEMENT = /<((?:[\w.-]+:)?([\w.-]+))(\s[^<>]*)?>([^<>]*)<\/\1>/g;

/** The first bytes of files in base64: PDF, PNG, JPEG and both kinds of TIFF. */
const FILE_START = /^(JVBERi0|iVBORw0KGgo|\/9j\/|SUkqA|TU0AK)[A-Za-z0-9+/=\s]*$/;
/** Enough to recognize the type of a file. */
const KEPT_FILE_CHARACTERS = 12;
const MAX_TEXT = 200_000;
/** Shorter private texts occur in ordinary words. */
const MIN_PRIVATE_LENGTH = 4;

const EXAMPLE_HOST = 'https://carrier.example';

/** Replaces private text in the calls of a recording. Keeps its structure, codes and amounts. */
export class RecordingSanitizer {
  private readonly texts: string[];
  /** Short texts of settings, which are replaced only where they are the whole value. */
  private readonly shortTexts: ReadonlySet<string>;
  private readonly pro: RegExp | null;

  /**
   * @param settings the private texts of the account's settings
   * @param proNumber the number of a real shipment; null if there is none
   */
  constructor(settings: readonly string[], proNumber: string | null) {
    const twice = listEncodedForms(settings).flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
    this.texts = sortByLength(twice);
    this.shortTexts = new Set(settings.filter(({ length }) => length < MIN_PRIVATE_LENGTH));
    const digits = [...normalizePro(proNumber ?? '')].map((character) => escapePattern(character));
    this.pro = digits.length >= MIN_PRIVATE_LENGTH ? new RegExp(digits.join('[- ]?'), 'gi') : null;
  }

  /** Returns the sanitized copy of a JSON value. */
  sanitizeJson(value: unknown): unknown {
    const learned = this.learn(value);
    return this.sanitizeValue(value, null, learned);
  }

  /** Returns sanitized XML, HTML or other text. */
  sanitizeText(text: string): string {
    const shortened = text.replace(
      ELEMENT,
      (element: string, tag: string, name: string, attributes: string | undefined, content: string) => {
        if (content.trim() === '') return element;
        const kind = findKind(name, true);
        const kept = kind ? PLACEHOLDERS[kind](content) : this.sanitizeFile(content);
        return `<${tag}${attributes ?? ''}>${kept}</${tag}>`;
      },
    );
    return this.replacePrivate(shortened, []).slice(0, MAX_TEXT);
  }

  /** Keeps the path and the names of the parameters. Replaces the host if the settings name it. */
  sanitizeUrl(url: string): string {
    const parsed = URL.parse(url);
    if (!parsed) return '/';
    const isPrivateHost = this.texts.some((text) => text.includes(parsed.host));
    const origin = isPrivateHost ? EXAMPLE_HOST : parsed.origin;
    const query = [...parsed.searchParams].map(([name, value]) => {
      const text = this.sanitizeValue(value, { name, siblings: [] }, []) as string;
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    });
    const path = this.replacePrivate(parsed.pathname, []);
    return origin + path + (query.length > 0 ? `?${query.join('&')}` : '');
  }

  /** Collects names and streets of the answer, because free text repeats them. */
  private learn(value: unknown): string[] {
    const found = new Set<string>();
    visitFields(value, (text, field) => {
      const kind = findKind(field.name, isParty(field.siblings));
      if ((kind === 'name' || kind === 'street') && text.trim().length >= MIN_PRIVATE_LENGTH)
        found.add(text.trim());
    });
    return sortByLength([...found]);
  }

  private sanitizeValue(value: unknown, field: Field | null, learned: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.sanitizeValue(entry, field, learned));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      const siblings = entries.map(([name]) => name);
      return Object.fromEntries(
        entries.map(([name, entry]) => [
          this.replacePrivate(name, []),
          this.sanitizeValue(entry, { name, siblings }, learned),
        ]),
      );
    }
    if (typeof value === 'number') return this.sanitizeNumber(value, field);
    if (typeof value !== 'string' || value === '') return value;
    const kind = field && findKind(field.name, isParty(field.siblings));
    if (kind) return PLACEHOLDERS[kind](value);
    if (this.shortTexts.has(value)) return 'VALUE';
    const inner = this.sanitizeDocument(value, learned);
    if (inner !== null) return inner;
    return this.replacePrivate(this.sanitizeFile(value), learned);
  }

  /** Sanitizes JSON, XML or an address in a text, e.g. of a carrier that repeats the request. Returns null for other text. */
  private sanitizeDocument(text: string, learned: readonly string[]): string | null {
    if (/^\s*</.test(text)) return this.sanitizeText(text);
    if (/^https?:\/\/\S+\?\S+=/.test(text)) return this.sanitizeUrl(text);
    if (/^\/\S*\?\S+=/.test(text)) return this.sanitizeUrl(EXAMPLE_HOST + text).slice(EXAMPLE_HOST.length);
    if (!/^\s*[[{]/.test(text)) return null;
    const { body, rows } = parseJsonBody(text);
    const value = rows ?? body;
    if (Object.keys(value).length === 0) return null;
    return JSON.stringify(this.sanitizeValue(value, null, sortByLength([...this.learn(value), ...learned])));
  }

  private sanitizeNumber(value: number, field: Field | null): number {
    const text = String(value);
    const kind = field && findKind(field.name, false);
    const isHidden = kind === 'account' || kind === 'phone' || kind === 'secret' || this.shortTexts.has(text);
    return isHidden || this.replacePrivate(text, []) !== text ? 0 : value;
  }

  private sanitizeFile(text: string): string {
    return FILE_START.test(text) ? text.slice(0, KEPT_FILE_CHARACTERS) : text;
  }

  private replacePrivate(text: string, learned: readonly string[]): string {
    let rest = this.pro ? text.replace(this.pro, SAMPLE_PRO) : text;
    for (const hidden of [...this.texts, ...learned])
      rest = rest.replace(new RegExp(escapePattern(hidden), 'gi'), 'VALUE');
    return rest
      .replace(AUTHORIZATION, '$1 SECRET')
      .replace(EMAIL, PLACEHOLDERS.email)
      .replace(PHONE, PLACEHOLDERS.phone)
      .replace(SIGNED_BY, '$1 NAME');
  }
}

interface Field {
  name: string;
  siblings: readonly string[];
}

function findKind(name: string, inParty: boolean): Kind | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain === 'name' && inParty) return 'name';
  return PRIVATE_FIELDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

function isParty(siblings: readonly string[]): boolean {
  return siblings.some((name) => PARTY_FIELDS.test(name.toLowerCase()));
}

function visitFields(value: unknown, visit: (text: string, field: Field) => void, field?: Field): void {
  if (Array.isArray(value)) for (const entry of value) visitFields(entry, visit, field);
  else if (typeof value === 'object' && value !== null) {
    const siblings = Object.keys(value);
    for (const [name, entry] of Object.entries(value)) visitFields(entry, visit, { name, siblings });
  } else if (typeof value === 'string' && field) visit(value, field);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Longest first, so that no text hides a part of another. */
function sortByLength(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}
