/** Checks the messages of all commits after the first one that had to follow commitlint.config.mjs. */
import { spawnSync } from 'node:child_process';

const FIRST_CHECKED = 'ae47be9';

const { status } = spawnSync('git', ['cat-file', '-e', `${FIRST_CHECKED}^{commit}`], { stdio: 'ignore' });
if (status !== 0) {
  console.log(`skipped: this clone lacks commit ${FIRST_CHECKED}. Run git fetch --unshallow.`);
  process.exit(0);
}
process.exit(
  spawnSync('commitlint', ['--from', FIRST_CHECKED, '--to', 'HEAD'], { stdio: 'inherit' }).status ?? 1,
);
