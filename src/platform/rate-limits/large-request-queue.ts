import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { KeyedMutex } from '../async/keyed-mutex.js';
import { yieldToEventLoop } from '../http/contract/request-signal.js';
import { LARGE_BODY_BYTES } from '../http/pipeline/json-body.guard.js';
import { assertClientConnected, onResponseClose } from '../http/pipeline/response-close.js';
import { getRequestContext } from '../http/pipeline/request-context.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Who takes longer waits for somebody else, a carrier say, or for a client that doesn't read, and holds nobody up. */
const MAX_TURN_MS = 250;
const LIST_CACHE_OPTIONS = { max: 10_000, ttl: 60_000 };

/**
 * Turns of what is large of an organization: to check a large body, or to make a large answer, holds the process for a
 * moment, and a dozen of them at once would hold it for everybody. The next one begins when the one before is answered.
 */
@Injectable()
export class LargeRequestQueue {
  private readonly mutex = new KeyedMutex<string>();
  /** Lists that were large a moment ago: how large one will be is known when it is read. */
  private readonly largeLists = new LRUCache<string, true>(LIST_CACHE_OPTIONS);

  /** Resolves when the request may go on: one with a large body, and a list that was large, wait for their organization's turn. A body that doesn't say its length may be large. */
  async waitForTurn({ organizationId }: Tenant, request: Request, response: Response): Promise<void> {
    const { headers, method } = request;
    if (method === 'GET') return this.waitForListTurn(`${organizationId} ${request.path}`, response);
    const length = headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0);
    if (Number(length) >= LARGE_BODY_BYTES) await this.enqueue(String(organizationId), response);
  }

  private async waitForListTurn(key: string, response: Response): Promise<void> {
    const context = getRequestContext();
    if (context) context.onLargeResponse = () => void this.largeLists.set(key, true);
    if (this.largeLists.has(key)) await this.enqueue(key, response);
  }

  private async enqueue(key: string, response: Response): Promise<void> {
    const closed = new Promise<void>((resolve) => onResponseClose(response, resolve));
    const waits = this.mutex.isLocked(key);
    await new Promise<void>((begin) => {
      void this.mutex.runExclusive(key, () => {
        begin();
        return Promise.race([closed, sleep(MAX_TURN_MS, undefined, { ref: false })]);
      });
    });
    if (!waits) return;
    assertClientConnected(response);
    // The answer of the one before has been written in this very moment.
    await yieldToEventLoop();
  }
}
