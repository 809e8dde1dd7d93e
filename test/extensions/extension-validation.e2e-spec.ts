import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Param, Query, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import request from 'supertest';
import { Entity } from 'typeorm';
import { Extension, ExtensionError, Extensions } from '../../src/config/extension.js';
import { Operation } from '../../src/platform/http/contract/operation.js';
import { PathId } from '../../src/platform/http/contract/path-id.js';
import { QueryFlag } from '../../src/platform/http/contract/query-fields.js';
import { defineError } from '../../src/platform/http/errors/define-error.js';
import { OwnedEntity } from '../../src/platform/tenancy/owned.entity.js';
import type { OwnedRepository } from '../../src/platform/tenancy/owned.repository.js';
import { startApp } from '../support/app.js';

class DockDto {
  @ApiProperty({ type: 'integer', description: 'Its id.' })
  id: number;
}

function describeOperation(id: string, answer: Type<object> = DockDto): MethodDecorator {
  return Operation({ id, summary: 'A dock', description: 'One dock.', answer: { one: answer as never } });
}

/** Starts the service with these extensions and returns the error. */
async function startAndGetError(...extensions: Type[]): Promise<ExtensionError> {
  const started = startApp({}, [], extensions).then((app) => app.close());
  const error: unknown = await started.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ExtensionError);
  return error as ExtensionError;
}

describe('an extension is rejected', () => {
  it('for a duplicate operation id, with both handlers named', async () => {
    @Controller('docks')
    class DocksController {
      @Get()
      @describeOperation('listDocks')
      list(): object {
        return {};
      }

      @Get('free')
      @describeOperation('listDocks')
      free(): object {
        return {};
      }
    }
    @Controller('yards')
    class YardsController {
      @Get()
      @describeOperation('createQuotes')
      list(): object {
        return {};
      }
    }
    @Extension({ controllers: [DocksController] })
    class Docks {}
    @Extension({ controllers: [YardsController] })
    class Yards {}
    expect((await startAndGetError(Docks)).message).toBe(
      'DocksController.free and DocksController.list both use the operation id listDocks. Rename one.',
    );
    expect((await startAndGetError(Yards)).message).toBe(
      'YardsController.list and QuotesController.create both use the operation id createQuotes. Rename one.',
    );
  });

  it('for a duplicate schema name, with both owners named', async () => {
    const answers = (type: Type<object>): Type => {
      @Controller('docks')
      class DocksController {
        @Get()
        @describeOperation('listDocks', type)
        list(): object {
          return {};
        }
      }
      return DocksController;
    };
    class CustomerDto {
      @ApiProperty({ type: 'integer', description: 'The dock they use.' })
      dock: number;
    }
    class Customer extends CustomerDto {}
    @Extension({ controllers: [answers(CustomerDto)] })
    class Docks {}
    @Extension({ controllers: [answers(Customer)] })
    class Yards {}
    for (const extension of [Docks, Yards]) {
      expect((await startAndGetError(extension)).message).toBe(
        `The schema Customer has two classes, one of CustomersModule and one of ${extension.name}. Rename one.`,
      );
    }
  });

  it('for a taken error code or table, if it is not a module, or if it is listed twice', () => {
    @Entity('customers')
    class Buyer extends OwnedEntity {}
    @Extension({ entities: [Buyer] })
    class Buyers {}
    class Bare {}
    @Extension({})
    class Docks {}
    const again = { status: 422, message: 'Mine.', help: '' } as const;
    const refused = (...extensions: Type[]) => expect(() => new Extensions(extensions));
    expect(() => defineError('invalid_json', again)).toThrow(
      new ExtensionError(
        'The error code "invalid_json" is defined twice: "The request body is not valid JSON." and "Mine.". Rename one.',
      ),
    );
    refused(Buyers).toThrow(
      new ExtensionError('The entities Buyer and Customer both use the table customers. Rename one.'),
    );
    refused(Bare).toThrow(
      new ExtensionError('Bare is not an extension. Add @Extension or @Module to the class.'),
    );
    refused(Docks, Docks).toThrow(new ExtensionError('The extension Docks is listed twice. Remove one.'));
  });

  it('by the compiler for changing rows without an update time', () => {
    class Dock extends OwnedEntity {
      number: number;
    }
    const change = (docks: OwnedRepository<Dock>, dock: Dock) =>
      // @ts-expect-error a changed row has an updatedAt
      docks.change({ organizationId: 1, mode: 'test' }, dock, { number: 2 });
    expect(change).toBeInstanceOf(Function);
  });

  it('only for real conflicts with its own or core classes', async () => {
    class FreeQuery {
      @QueryFlag()
      free?: boolean;
    }
    @Controller('loading-docks')
    class DocksController {
      @Get(':id')
      @describeOperation('getDock')
      get(@Param('id', PathId) id: number, @Query() query: FreeQuery): object {
        return { id, free: query.free };
      }
    }
    @Extension({ controllers: [DocksController] })
    class Docks {}
    @Extension({ imports: [Docks] })
    class Yards {}
    const app = await startApp({}, [], [Docks, Yards]);
    const { testKey } = await app.organization();
    const get = (path: string) => request(app.url).get(path).set('Authorization', `Bearer ${testKey}`);
    const { body: document } = await get('/openapi.json').expect(200);
    expect(document.paths['/api/v1/loading-docks/{id}'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', description: 'The id of the loading dock.' }),
    );
    const { body: dock } = await get('/api/v1/loading-docks/7?free=true').expect(200);
    expect(dock).toEqual({ id: 7, free: true });
    const { body: refused } = await get('/api/v1/loading-docks/7?free=maybe').expect(400);
    expect(refused.error.param).toBe('free');
    await app.close();
  });
});
