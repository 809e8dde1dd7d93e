import ts from 'typescript';
import { type Block, splitMarkdown } from './sentences.ts';

/** The value of a template placeholder. It counts as one word. */
const PLACEHOLDER = '`x`';
const DIRECTIVE = /^\s*(?:@ts-|eslint|oxlint|prettier-|istanbul|c8 |#region|#endregion|<reference)/;
const SQL =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER|CREATE|DROP|WITH|GRANT|NOTIFY|TRUNCATE|WHERE|AND|ORDER BY)\b[\s\S]*(?:[=><]|\b(?:FROM|INTO|SET|TABLE|INDEX|VALUES|AS|ON|ROLE|IN|IS)\b)/;
/** Patterns of code, which text for people does not contain. */
const CODE_MARKS = /=>|^\s*[{<]|;\s*\n|\w\(\w*\.\w+,|::\w|[A-Z]{2} \d+\.\d+ |redis\.call|: \d+px|\{ \w+: /;
/** `it(…)` and `describe.each(…)(…)`, but not `test.get(…)` of a client. */
const TITLE_CALL = /^(?:it|test|describe)\b(?!\s*\.(?!each\b|only\b|skip\b))/;

interface Comment {
  text: string;
  pos: number;
  end: number;
  single: boolean;
}

/** Reads the comments of a TypeScript or JavaScript file. Line comments that follow each other are one text. */
export function readComments(path: string, code: string): Block[] {
  const file = parse(path, code);
  return mergeLineComments(code, findComments(file, code)).flatMap(({ text, pos }) => {
    if (DIRECTIVE.test(text)) return [];
    return splitMarkdown(text, file.getLineAndCharacterOfPosition(pos).line + 1);
  });
}

/**
 * Reads the strings of a file that people read: string literals, templates and JSX text of three words or more, without
 * SQL and import paths.
 */
export function readStrings(path: string, code: string): Block[] {
  const file = parse(path, code);
  const texts: { text: string; pos: number }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node)) texts.push({ text: node.text, pos: node.getStart(file) });
    else if (isText(node)) {
      texts.push({ text: joinText(node, visit), pos: node.getStart(file) });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts
    .filter(({ text }) => isProse(text))
    .flatMap(({ text, pos }) =>
      splitMarkdown(dedent(text), file.getLineAndCharacterOfPosition(pos).line + 1),
    );
}

/** Reads the titles of a test file's `describe` and `it` calls. */
export function readTestTitles(path: string, code: string): Block[] {
  const file = parse(path, code);
  const titles: Block[] = [];
  const visit = (node: ts.Node) => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (ts.isCallExpression(node) && title && isText(title)) {
      if (TITLE_CALL.test(node.expression.getText(file))) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        titles.push({ text: joinText(title, () => {}), line });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** Reads every `summary`, `description` and `title` of an OpenAPI document. */
export function readOpenapi(json: string): Block[] {
  const blocks: Block[] = [];
  const visit = (node: unknown, path: string) => {
    if (Array.isArray(node)) node.forEach((one) => visit(one, path));
    else if (node && typeof node === 'object') {
      for (const [key, value] of Object.entries(node)) {
        if (key.startsWith('x-') || key === 'example' || key === 'examples' || key === 'default') continue;
        if (typeof value === 'string' && ['summary', 'description', 'title'].includes(key)) {
          blocks.push(...splitMarkdown(value).map((block) => ({ ...block, line: path })));
        } else visit(value, path.length < 60 ? `${path}/${key}` : path);
      }
    }
  };
  visit(JSON.parse(json), '');
  return blocks;
}

/** Reads the `summary`, `description`, `impact` and `action` lines of a YAML file, and its comments. */
export function readYaml(yaml: string): Block[] {
  return yaml.split('\n').flatMap((line, index) => {
    const value = /^\s*(?:summary|description|impact|action):\s*["']?(.{12,}?)["']?\s*$/.exec(line)?.[1];
    const comment = /^\s*#\s+(.*)$/.exec(line)?.[1];
    const text = value ?? comment;
    return text ? [{ text: text.replace(/\{\{.*?\}\}/g, PLACEHOLDER), line: index + 1 }] : [];
  });
}

/** Reads the text between the tags of a Handlebars template. */
export function readTemplate(html: string): Block[] {
  return html
    .replace(/<style[\s\S]*?<\/style>|\{\{!--[\s\S]*?--\}\}/g, (match) => match.replace(/[^\n]/g, ''))
    .replace(/\{\{.*?\}\}/g, PLACEHOLDER)
    .split('\n')
    .flatMap((line, index) =>
      line
        .split(/<[^>]*>/)
        .map((text) => ({ text: text.trim(), line: index + 1 }))
        .filter(({ text }) => isProse(text)),
    );
}

function parse(path: string, code: string) {
  const kind = path.endsWith('x')
    ? ts.ScriptKind.TSX
    : path.endsWith('.ts')
      ? ts.ScriptKind.TS
      : ts.ScriptKind.JS;
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
}

function findComments(file: ts.SourceFile, code: string) {
  const ranges = new Map<number, ts.CommentRange>();
  const add = (found: ts.CommentRange[] | undefined) =>
    found?.forEach((range) => ranges.set(range.pos, range));
  const visit = (node: ts.Node) => {
    if (ts.isJSDoc(node)) return;
    if (node.kind !== ts.SyntaxKind.JsxText) {
      add(ts.getLeadingCommentRanges(code, node.getFullStart()));
      add(ts.getTrailingCommentRanges(code, node.end));
    }
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return [...ranges.values()].sort((a, b) => a.pos - b.pos);
}

function mergeLineComments(code: string, ranges: ts.CommentRange[]) {
  const merged: Comment[] = [];
  for (const { pos, end, kind } of ranges) {
    const last = merged.at(-1);
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia) {
      const text = code.slice(pos + 2, end).replace(/^ /, '');
      const gap = last?.single ? code.slice(last.end, pos) : 'code';
      if (last && /^\s*$/.test(gap) && gap.split('\n').length === 2) {
        last.text += `\n${text}`;
        last.end = end;
      } else merged.push({ text, pos, end, single: true });
    } else merged.push({ text: readBlockComment(code.slice(pos, end)), pos, end, single: false });
  }
  return merged;
}

/** Strips the stars, the example and the tags. Each tag begins a paragraph. */
function readBlockComment(comment: string) {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .replace(/@example[\s\S]*?(?=\n\s*@|$)/g, (example) => example.replace(/[^\n]/g, ''))
    .replace(/^\s*@(?:param|property|typedef|type|template)\s+(?:\{.*?\}\s*)?(?:\[?[\w.]+\]?)?/gm, '- ')
    .replace(/^\s*@\w+/gm, '- ')
    .replace(/\{@link(?:code|plain)? ([^}]+)\}/g, '`$1`')
    .replace(/^ /, '');
}

function isText(node: ts.Node): node is ts.Expression {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isText(node.left) || isText(node.right))
  );
}

/** Joins operands of `+` and parts of templates. Calls `visitOther` for the expressions within. */
function joinText(node: ts.Expression, visitOther: (node: ts.Node) => void): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joinText(node.left, visitOther) + joinText(node.right, visitOther);
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => {
      visitOther(expression);
      return PLACEHOLDER + literal.text;
    });
    return node.head.text + spans.join('');
  }
  visitOther(node);
  return PLACEHOLDER;
}

/** Returns true for text that is mostly words, so not for SQL, style sheets and tables of data. */
function isProse(text: string) {
  const tokens = text.trim().split(/\s+/);
  const words = tokens.filter((word) => /^["“('‘]?\p{L}[\p{L}'’-]*[.,:;!?)”"’']*$/u.test(word));
  return words.length >= 3 && words.length > tokens.length * 0.5 && !SQL.test(text) && !CODE_MARKS.test(text);
}

/** Turns indented lines, as in a help text, into list items. */
function dedent(text: string) {
  return text.replace(/^[ \t]+/gm, '- ');
}
