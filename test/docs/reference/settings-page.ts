import type { Setting } from '../../../src/config/env.js';
import { SETTING_GROUPS } from '../../../src/config/settings.js';
import {
  code,
  EMPTY_CELL,
  formatNumber,
  markUrls,
  renderEntryName,
  renderTable,
  type ReferencePage,
} from './markdown.js';

const INTRODUCTION = `Lading reads settings from environment variables at startup. An invalid setting stops the process with an error message and exit code 1. An empty variable counts as unset.

Write durations as \`250ms\`, \`10s\`, \`5m\`, \`2h\` or \`1d\`. [Operating](../how-to/operating.md) explains how settings work together.
`;

export const settingsPage: ReferencePage = {
  file: 'settings.md',
  title: 'Settings',
  render: () => [INTRODUCTION, ...Object.entries(SETTING_GROUPS).map(renderGroup)].join('\n'),
};

function renderGroup([title, settings]: [string, Record<string, Setting>]): string {
  const rows = Object.entries(settings).map(([name, setting]) => [
    renderEntryName(name),
    formatDefault(setting),
    formatValues(setting.kind.values),
    setting.meaning + (setting.isDevelopmentOnly ? ' Refused in production.' : ''),
  ]);
  return `## ${title}\n\n${renderTable(['variable', 'default', 'values', 'meaning'], rows)}`;
}

function formatDefault({ fallback, computedDefault = EMPTY_CELL }: Setting): string {
  if (fallback === undefined) return computedDefault;
  return /^[1-9]\d*$|^0$/.test(fallback) ? formatNumber(fallback) : code(fallback);
}

/** Shortens the words of the error message: ranges lose their noun, and addresses and choices are code. */
function formatValues(values: string): string {
  const [, choices] = /^one of (.+)$/.exec(values) ?? [];
  if (choices !== undefined) return choices.split(', ').map(code).join(', ');
  const [, range] = /^a (?:duration|whole number|number) from (.+)$/.exec(values) ?? [];
  if (range !== undefined) return range.replaceAll(/\b\d{4,}\b/g, formatNumber);
  return markUrls(values.replace(/^an? /, ''));
}
