/** Runs a fake of R+L in a separate process: `fork` it with its latency and its behavior; it sends its address. */
import '../../test/support/run-source.mjs';

const [latencyMs, behaviour] = process.argv.slice(2);
const { FakeRl } = await import('../../test/fakes/fake-rl.ts');
const fake = await new FakeRl().listen();
Object.assign(fake, { latencyMs: Number(latencyMs), behaviour });
process.send(fake.url);
process.once('disconnect', () => process.exit());
