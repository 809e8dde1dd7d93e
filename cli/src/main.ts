import { CommanderError } from 'commander';
import { EXIT_CODES, toExitCode, printFailure } from './errors.js';
import { Output } from './output.js';
import { buildProgram } from './program.js';

// `lading … | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const lading = buildProgram();
try {
  await lading.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  else {
    printFailure(error, new Output(lading.opts<{ json?: boolean }>().json ?? false));
    process.exitCode = toExitCode(error);
  }
}
