/** Fails when the document scores below what we hold it to. */
import { execFileSync } from 'node:child_process';

const LEAST = 90;
const output = execFileSync('redocly', ['score', 'openapi/openapi.yaml', '--format=json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const { agentReadiness } = JSON.parse(output);
console.log(`score ${agentReadiness} of 100, at least ${LEAST}`);
process.exit(agentReadiness >= LEAST ? 0 : 1);
