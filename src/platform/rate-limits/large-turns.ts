import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { Turns } from '../async/turns.js';
import { othersFirst } from '../http/contract/leaving.js';
import { LARGE_BODY_BYTES } from '../http/pipeline/json-body.js';
import { refuseGone, whenOver } from '../http/pipeline/when-over.js';
import { requestContext } from '../http/pipeline/request-context.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Who takes longer waits for somebody else, a carrier say, or for a client that doesn't read, and holds nobody up. */
const LONGEST_TURN_MS = 250;
const REMEMBERED = { max: 10_000, ttl: 60_000 };

/**
 * Turns of what is large of an organization: to check a large body, or to make a large answer, holds the process for a
 * moment, and a dozen of them at once would hold it for everybody. The next one begins when the one before is answered.
 */
@Injectable()
export class LargeTurns {
  private readonly turns = new Turns<string>();
  /** Lists that were large a moment ago: how large one will be is known when it is read. */
  private readonly lists = new LRUCache<string, true>(REMEMBERED);

  /** Resolves when the request may go on: one with a large body, and a list that was large, wait for their organization's turn. A body that doesn't say its length may be large. */
  async turn({ organizationId }: Tenant, request: Request, response: Response): Promise<void> {
    const { headers, method } = request;
    if (method === 'GET') return this.list(`${organizationId} ${request.path}`, response);
    const length = headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0);
    if (Number(length) >= LARGE_BODY_BYTES) await this.next(String(organizationId), response);
  }

  private async list(key: string, response: Response): Promise<void> {
    const context = requestContext();
    if (context) context.answersLarge = () => void this.lists.set(key, true);
    if (this.lists.has(key)) await this.next(key, response);
  }

  private async next(key: string, response: Response): Promise<void> {
    const closed = new Promise<void>((resolve) => whenOver(response, resolve));
    const waits = this.turns.has(key);
    await new Promise<void>((begin) => {
      void this.turns.run(key, () => {
        begin();
        return Promise.race([closed, sleep(LONGEST_TURN_MS, undefined, { ref: false })]);
      });
    });
    if (!waits) return;
    refuseGone(response);
    // The answer of the one before has been written in this very moment.
    await othersFirst();
  }
}
