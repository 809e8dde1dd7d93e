import { setImmediate as othersFirst, setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { unavailable } from '../http/errors/api-error.js';
import { LARGE_BODY_BYTES } from '../http/pipeline/json-body.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Who takes longer waits for somebody else, a carrier say, and holds nobody up. */
const LONGEST_TURN_MS = 250;

/**
 * Turns of an organization's large bodies: to check one and to answer it holds the process for a moment, and a dozen of them
 * at once would hold it for everybody. The next one begins when the one before is answered.
 */
@Injectable()
export class LargeBodies {
  private readonly lines = new Map<number, Promise<unknown>>();

  /** Resolves when it may be read. A body that doesn't say its length may be large. */
  async turn({ organizationId }: Tenant, { headers }: Request, response: Response): Promise<void> {
    const length = headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0);
    if (Number(length) < LARGE_BODY_BYTES) return;
    const closed = new Promise((resolve) => response.once('close', resolve));
    const before = this.lines.get(organizationId);
    const turn = (before ?? Promise.resolve()).then(() =>
      Promise.race([closed, sleep(LONGEST_TURN_MS, undefined, { ref: false })]),
    );
    this.lines.set(organizationId, turn);
    void turn.then(() => this.lines.get(organizationId) === turn && this.lines.delete(organizationId));
    if (!before) return;
    await before;
    if (response.closed) throw unavailable('The client left before its turn.');
    // The answer of the one before has been written in this very moment.
    await othersFirst();
  }
}
