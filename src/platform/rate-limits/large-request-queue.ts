import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { KeyedMutex } from '../async/keyed-mutex.js';
import { yieldToEventLoop, assertClientConnected, onResponseClose } from '../http/contract/request-signal.js';
import { LARGE_BODY_BYTES } from '../http/pipeline/json-body.guard.js';
import { getRequestContext } from '../http/pipeline/request-context.js';
import type { Tenant } from '../tenancy/tenant.js';

/** A request that takes longer waits for a carrier or a slow client, which does not block the event loop. */
const MAX_TURN_MS = 250;
const LIST_CACHE_OPTIONS = { max: 10_000, ttl: 60_000 };

/**
 * Runs an organization's large requests one after the other. To parse a large body or to serialize a large list blocks
 * the event loop for milliseconds, so a dozen at once would block it for every organization.
 */
@Injectable()
export class LargeRequestQueue {
  private readonly mutex = new KeyedMutex<string>();
  /** Lists whose last response was large. The size of a list is known only after it is read. */
  private readonly largeLists = new LRUCache<string, true>(LIST_CACHE_OPTIONS);

  /** Resolves when the request may start. A chunked body counts as large because its length is unknown. */
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
    const mustWait = this.mutex.isLocked(key);
    await new Promise<void>((start) => {
      void this.mutex.runExclusive(key, () => {
        start();
        return Promise.race([closed, sleep(MAX_TURN_MS, undefined, { ref: false })]);
      });
    });
    if (!mustWait) return;
    assertClientConnected(response);
    // The previous response was written in this turn of the event loop.
    await yieldToEventLoop();
  }
}
