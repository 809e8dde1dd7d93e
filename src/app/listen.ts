import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/env.js';

const DEFAULT_PORT = 3000;
const PORTS_TO_TRY = 100;

/**
 * Listens on `port`, or by default on 3000 or the next free port. Returns the address of the service.
 * @throws ConfigError
 */
export async function listen(
  app: NestExpressApplication,
  { port, listenAddress }: Pick<Config, 'port' | 'listenAddress'>,
): Promise<string> {
  for (let candidate = port ?? DEFAULT_PORT; ; candidate++) {
    try {
      await (listenAddress === undefined ? app.listen(candidate) : app.listen(candidate, listenAddress));
      return (await app.getUrl()).replace('[::1]', 'localhost');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRNOTAVAIL')
        throw new ConfigError(
          `LISTEN_ADDRESS: this machine has no address ${listenAddress}. Set an address of this machine, or remove the setting.`,
        );
      if (code === 'EACCES')
        throw new ConfigError(
          `PORT: this user is not allowed to listen on ${candidate}. Set PORT to another port.`,
        );
      if (code !== 'EADDRINUSE') throw error;
      if (port !== undefined || candidate >= DEFAULT_PORT + PORTS_TO_TRY)
        throw new ConfigError(
          `PORT: another process listens on ${candidate}. Stop it, or set PORT to another port.`,
        );
    }
  }
}
