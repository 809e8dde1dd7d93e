import type { Command } from 'commander';
import { SealedColumnsService } from '../../platform/encryption/sealed-columns.service.js';
import { EncryptionService } from '../../platform/encryption/encryption.service.js';
import { CliError } from './cli-error.js';
import type { RunCommand } from './run-command.js';

export function registerSecretsCommands(program: Command, run: RunCommand): void {
  const secrets = program.command('secrets').description('what the database holds encrypted');
  secrets
    .command('rotate')
    .description(
      'encrypt everything with ENCRYPTION_KEY, each for its row, that an older version or ENCRYPTION_KEY_PREVIOUS encrypted',
    )
    .action(async () => {
      let left = 0;
      await run(async (app) => {
        const rotated = await app.get(SealedColumnsService).rotate();
        left = rotated.reduce((sum, { remaining }) => sum + remaining, 0);
        return { key_id: app.get(EncryptionService).keyId.toString('hex'), rotated };
      });
      // The counts are printed by now: the sentence and the exit code are for whoever reads no counts.
      if (left > 0)
        throw new CliError(
          `${left} stored secrets are not encrypted with ENCRYPTION_KEY: run this again; unreadable ones need the key they were encrypted with as ENCRYPTION_KEY_PREVIOUS`,
        );
    });
}
