import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { DatabaseError, Pool } from 'pg';
import { QueryFailedError } from 'typeorm';
import { describeDatabaseFault } from './database-fault.js';

const stateOf = (code: string): Error => Object.assign(new DatabaseError('words', 1, 'error'), { code });

describe('describeDatabaseFault', () => {
  it.each(['55P03', '57014', '57P01', '53300', '53100', '25006', '28P01', '3D000', '08006', '40P01'])(
    'describes SQLSTATE %s as a temporary fault, also inside a QueryFailedError',
    (code) => {
      expect(describeDatabaseFault(stateOf(code))).toMatch(/\w/);
      expect(describeDatabaseFault(new QueryFailedError('SELECT 1', [], stateOf(code)))).toBe(
        describeDatabaseFault(stateOf(code)),
      );
    },
  );

  it.each(['42P01', '23505', '22001', '22P02', ''])(
    'returns undefined for SQLSTATE %s, an error of the service',
    (code) => {
      expect(describeDatabaseFault(stateOf(code))).toBeUndefined();
    },
  );

  it('describes a refused connection, with one address or several', async () => {
    const refusal = await new Promise<Error>((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    expect(describeDatabaseFault(refusal)).toBe('it cannot be reached');
    // Node's error for a name with two addresses.
    const both = Object.assign(new AggregateError([refusal, refusal]), { code: 'ECONNREFUSED' });
    expect(describeDatabaseFault(both)).toBe('it cannot be reached');
  });

  it('describes a server that accepts connections but never responds', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const pool = new Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 });
    const asked = await Promise.allSettled([pool.connect(), pool.connect()]);
    for (const socket of sockets) socket.destroy();
    await pool.end();
    silent.close();
    expect(asked.map((one) => describeDatabaseFault((one as PromiseRejectedResult).reason))).toEqual([
      'it cannot be reached',
      'no connection was available in time',
    ]);
  });

  it('returns undefined for an error that is not from the database', () => {
    expect(describeDatabaseFault(new Error('words'))).toBeUndefined();
    expect(
      describeDatabaseFault(Object.assign(new Error('words'), { code: 'ENOENT', syscall: 'open' })),
    ).toBeUndefined();
    expect(describeDatabaseFault('words')).toBeUndefined();
  });
});
