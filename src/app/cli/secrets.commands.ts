import type { Command } from 'commander';
import { EncryptionService } from '../../platform/encryption/encryption.service.js';
import { SealedColumnsService } from '../../platform/encryption/sealed-columns.service.js';
import { CliError, type RunCommand } from './cli-command.js';

export function registerSecretsCommands(program: Command, run: RunCommand): void {
  const secrets = program.command('secrets').description('manage encrypted data');
  secrets
    .command('rotate')
    .description('encrypt all stored secrets with ENCRYPTION_KEY')
    .addHelpText('after', '\nOutput: {key_id, rotated}')
    .action(async () => {
      let left = 0;
      await run(async (app) => {
        const rotated = await app.get(SealedColumnsService).rotate();
        left = rotated.reduce((sum, { remaining }) => sum + remaining, 0);
        return { key_id: app.get(EncryptionService).keyId.toString('hex'), rotated };
      });
      // Thrown after the counts are printed, to set the exit code.
      if (left > 0)
        throw new CliError(
          `${left} stored secrets are not encrypted with ENCRYPTION_KEY. Run this command again. For unreadable ones, set ENCRYPTION_KEY_PREVIOUS to the key that encrypted them.`,
        );
    });
}
