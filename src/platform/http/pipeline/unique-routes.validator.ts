import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ExtensionError } from '../../../config/extension.js';
import { getOperationId } from '../contract/operation.js';
import { listHandlers } from './list-handlers.js';

/** Rejects, at startup, two handlers for the same requests (the second would never run) and duplicate operation ids. */
@Injectable()
export class UniqueRoutesValidator implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Runs after the app is created, so that a rejected app can be closed. @throws ExtensionError */
  onModuleInit(): void {
    const owners = new Map<string, string>();
    const ids = new Map<string, string>();
    for (const { controller, name, handler, method, paths } of listHandlers(this.discovery)) {
      const owner = `${controller.name}.${name}`;
      for (const path of paths) {
        const route = `${method} ${path.replaceAll(/:\w+/g, ':id')}`;
        const other = owners.get(route);
        if (other)
          throw new ExtensionError(
            `${owner} and ${other} both handle ${method} ${path}. Change one of the paths.`,
          );
        owners.set(route, owner);
      }
      const id = getOperationId(handler);
      if (!id) continue;
      const other = ids.get(id);
      if (other)
        throw new ExtensionError(`${owner} and ${other} both use the operation id ${id}. Rename one.`);
      ids.set(id, owner);
    }
  }
}
