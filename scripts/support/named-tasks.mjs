import { spawnSync } from 'node:child_process';

/**
 * Runs the task that the first argument names and passes the other arguments on. Without a known name it lists the
 * tasks and exits with 1.
 *
 * @param script the npm script that calls this, for the usage line
 * @param tasks name → [description, shell command]
 */
export function runNamedTask(script, tasks, [name, ...args] = process.argv.slice(2)) {
  const [, command] = tasks[name] ?? [];
  if (!command) {
    const width = Math.max(...Object.keys(tasks).map(({ length }) => length));
    const lines = Object.entries(tasks).map(
      ([task, [description]]) => `  ${task.padEnd(width)}  ${description}`,
    );
    const problem = name === undefined ? '' : `Unknown name "${name}".\n`;
    process.stderr.write(`${problem}Usage: npm run ${script} NAME\n${lines.join('\n')}\n`);
    process.exit(1);
  }
  // The shell gets the arguments as "$@", so that none of their characters has a meaning to it.
  const { status } = spawnSync('sh', ['-c', `${command} "$@"`, name, ...args], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
