/**
 * Makes the process's resolvers use the name server on NAMES_PORT. For `node --import`; the service has no code for it.
 */
import { Resolver } from 'node:dns/promises';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const server = `127.0.0.1:${process.env.NAMES_PORT}`;

dns.promises.Resolver = class extends Resolver {
  constructor(options) {
    super(options);
    this.setServers([server]);
  }
};
syncBuiltinESMExports();
