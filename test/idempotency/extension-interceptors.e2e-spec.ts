import {
  Controller,
  Get,
  Injectable,
  mixin,
  Post,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Observable } from 'rxjs';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

const met: string[] = [];

function createNotingInterceptor(name: string): Type<NestInterceptor> {
  @Injectable()
  class Noting implements NestInterceptor {
    intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
      met.push(name);
      return next.handle();
    }
  }
  return mixin(Noting);
}

/** A controller of an extension. */
@Controller('noted')
@UseInterceptors(createNotingInterceptor('controller 1'), createNotingInterceptor('controller 2'))
class NotedController {
  @Post()
  @UseInterceptors(createNotingInterceptor('handler 1'), createNotingInterceptor('handler 2'))
  create(): object {
    met.push('handler');
    return { object: 'noted', id: met.length };
  }

  @Get()
  @UseInterceptors(createNotingInterceptor('handler 1'))
  get(): object {
    return { object: 'noted' };
  }
}

const ALL = ['controller 1', 'controller 2', 'handler 1', 'handler 2', 'handler'];

describe('interceptors of an extension controller', () => {
  let before: TestApp;
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // Two services in one process share the controller's class.
    before = await startApp({}, [NotedController]);
    app = await startApp({}, [NotedController]);
    org = await app.organization();
  });
  afterAll(async () => {
    await app.close();
    await before.close();
  });
  beforeEach(() => void met.splice(0));

  it('run once each and in order on a POST', async () => {
    await org.test.post('/api/v1/noted');
    expect(met).toEqual(ALL);
  });

  it('run on a POST with an Idempotency-Key, and only those of the controller on its replay', async () => {
    const post = () => org.test.post('/api/v1/noted').set('Idempotency-Key', 'noted');
    const first = await post();
    expect(met).toEqual(ALL);
    const again = await post();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect(met).toEqual([...ALL, 'controller 1', 'controller 2']);
  });

  it('run on a GET', async () => {
    await org.test.get('/api/v1/noted').expect(200);
    expect(met).toEqual(['controller 1', 'controller 2', 'handler 1']);
  });
});
