import sax from 'sax';
import type { Json } from './json.js';

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 100_000;
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** The content of an element: text, or child elements by name. A list repeats the element. Null and undefined omit it. */
export type XmlContent =
  string | number | boolean | null | undefined | XmlContent[] | { [name: string]: XmlContent };

interface OpenElement {
  text: string;
  attributes: Map<string, string>;
  children: Map<string, unknown>;
}

/**
 * Parses XML to an object of its root element. An element without children is its trimmed text, a repeated element is a list.
 * An empty element with attributes is an object of them. Drops other attributes and namespace prefixes. Returns undefined for other text and for XML beyond 32 levels or 100,000 elements.
 */
export function parseXml(text: string): Json | undefined {
  const parser = sax.parser(true, { position: false });
  const open: OpenElement[] = [createElement([])];
  let elements = 0;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ attributes }) => {
    const isSecondRoot = open.length === 1 && elements > 0;
    if (isSecondRoot || open.length > MAX_DEPTH || ++elements > MAX_ELEMENTS)
      throw new RangeError('unreadable');
    open.push(createElement(Object.entries(attributes as Record<string, string>)));
  };
  parser.ontext = parser.oncdata = (part) => {
    open.at(-1)!.text += part;
  };
  parser.onclosetag = (name) => {
    const { text: own, attributes, children } = open.pop()!;
    const text = own.trim();
    const isEmpty = children.size === 0 && text === '' && attributes.size > 0;
    const fields: Map<string, unknown> = isEmpty ? attributes : children;
    const value = fields.size > 0 ? Object.fromEntries(fields) : text;
    addChild(open.at(-1)!.children, name.slice(name.indexOf(':') + 1), value);
  };
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return elements > 0 ? Object.fromEntries(open[0]!.children) : undefined;
}

/** Drops attributes with a namespace, such as `xsi:nil`, and declarations of namespaces. */
function createElement(attributes: [string, string][]): OpenElement {
  const own = attributes.filter(([name]) => !/^xmlns$|:/.test(name));
  return { text: '', attributes: new Map(own), children: new Map() };
}

function addChild(children: Map<string, unknown>, name: string, value: unknown): void {
  const before = children.get(name);
  if (!children.has(name)) children.set(name, value);
  else if (Array.isArray(before)) before.push(value);
  else children.set(name, [before, value]);
}

/** Formats an element with its content as an XML document. The namespaces have their prefix as the name. */
export function formatXml(
  name: string,
  content: XmlContent,
  namespaces: Readonly<Record<string, string>> = {},
): string {
  const document = formatElement(name, content);
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`);
  return `<?xml version="1.0" encoding="utf-8"?><${name}${declared.join('')}${document.slice(name.length + 1)}`;
}

function formatElement(name: string, content: XmlContent): string {
  if (content === null || content === undefined) return '';
  if (Array.isArray(content)) return content.map((each) => formatElement(name, each)).join('');
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => formatElement(child, value))
          .join('')
      : escapeXml(String(content));
  return `<${name}>${inner}</${name}>`;
}

/** Escapes text and drops control characters, which XML 1.0 forbids. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/[&<>"]/g, (character) => ESCAPED[character]!);
}
