import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigError } from '../config/env.js';

const DEFAULT_PORT = 3000;
const PORTS_TO_TRY = 100;

/**
 * Listens on `port`, or by default on 3000 or the next free port. Returns the address of the service.
 * @throws ConfigError
 */
export async function listen(app: NestExpressApplication, port: number | undefined): Promise<string> {
  for (let candidate = port ?? DEFAULT_PORT; ; candidate++) {
    try {
      await app.listen(candidate);
      return (await app.getUrl()).replace('[::1]', 'localhost');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
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
