import type { Env } from './env.js';
import { SETTING_GROUPS } from './settings.js';

const SETTING_NAMES = new Set(Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings)));

/** Names this short differ from unrelated variables by two letters, e.g. `PORT` from `PATH`. */
const MAX_SHORT_LENGTH = 8;
/** Variables of other programs that are spelled like a setting. */
const OTHER_VARIABLES = /^(PORTS|NODE_.*|npm_.*|KUBERNETES_.*)$/i;
/** Kubernetes and Docker describe a service `metric` as `METRIC_PORT=tcp://10.0.0.1:80`. */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\//;

/** Returns a warning for each variable that is no setting, but one or two edits away from one. */
export function findMisspelledSettings(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const isOther = SETTING_NAMES.has(name) || OTHER_VARIABLES.test(name) || SERVICE_LINK.test(value ?? '');
    const meant = isOther ? undefined : findSimilarSetting(name);
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}

function findSimilarSetting(name: string): string | undefined {
  let found: { setting: string; distance: number } | undefined;
  for (const setting of SETTING_NAMES) {
    const maxDistance = Math.max(setting.length, name.length) > MAX_SHORT_LENGTH ? 2 : 1;
    if (Math.abs(setting.length - name.length) > maxDistance) continue;
    const distance = countEdits(name.toUpperCase(), setting);
    if (distance <= maxDistance && distance < (found?.distance ?? Infinity)) found = { setting, distance };
  }
  return found?.setting;
}

/** Counts inserted, deleted, replaced and swapped letters: the optimal string alignment distance. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[column - 2]! + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length]!;
}
