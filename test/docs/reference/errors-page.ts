import { STATUS_CODES } from 'node:http';
import { ERRORS, hasFieldErrors } from '../../../src/platform/http/errors/errors.js';
import type { ErrorSpec } from '../../../src/platform/http/errors/error-spec.js';
import { code, renderEntryName, renderTable, type ReferencePage } from './markdown.js';

const INTRODUCTION = `An error response contains one of these codes in \`error.code\`. \`error.message\` describes what is wrong with this request, and \`error.param\` contains the invalid parameter. \`error.doc_url\` links to the error's entry on the service's \`/docs/errors\` page.
`;

export const errorsPage: ReferencePage = {
  file: 'errors.md',
  title: 'Errors',
  render() {
    const byStatus = Map.groupBy(Object.entries<ErrorSpec>(ERRORS), ([, { status }]) => status);
    return [INTRODUCTION, ...[...byStatus].map(renderStatus)].join('\n');
  },
};

function renderStatus([status, errors]: [number, [string, ErrorSpec][]]): string {
  const types = [...new Set(errors.map(([, { type }]) => code(type)))].join(' or ');
  const fieldErrors = errors.filter(([, spec]) => hasFieldErrors(spec)).map(([name]) => code(name));
  const listsFaults = fieldErrors.length === errors.length ? 'these codes' : fieldErrors.join(', ');
  const rows = errors.map(([name, { message, help }]) => [renderEntryName(name), message, help]);
  return [
    `## ${status} ${STATUS_CODES[status]}\n`,
    `\`error.type\` is ${types}.${fieldErrors.length > 0 ? ` With ${listsFaults}, \`error.errors\` lists every error.` : ''}\n`,
    renderTable(['code', 'meaning', 'what to do'], rows),
  ].join('\n');
}
