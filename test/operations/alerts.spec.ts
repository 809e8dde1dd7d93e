import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const RUNBOOKS = 'docs/runbooks';
const { groups } = parse(readFileSync('deploy/alerts.yaml', 'utf8')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);

describe('alert rules', () => {
  it.each(alerts.map((one) => [one.alert, one] as const))(
    '%s has a runbook that names it',
    (name, { annotations }) => {
      expect(readFileSync(annotations.runbook, 'utf8')).toMatch(new RegExp(`^Alerts: .*\`${name}\``, 'm'));
    },
  );

  it('are all those named in runbooks, and operating.md links each runbook', () => {
    const operating = readFileSync('docs/how-to/operating.md', 'utf8');
    const known = new Set(alerts.map(({ alert }) => alert));
    for (const file of readdirSync(RUNBOOKS)) {
      const [, named] = /^Alerts: (.*)$/m.exec(readFileSync(`${RUNBOOKS}/${file}`, 'utf8'))!;
      const names = [...named!.matchAll(/`(Lading\w+)`/g)].map(([, name]) => name!);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
      expect(operating).toContain(`(../runbooks/${file})`);
    }
  });
});
