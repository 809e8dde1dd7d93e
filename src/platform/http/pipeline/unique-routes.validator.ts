import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ExtensionError } from '../../../config/extension.js';
import { getOperationId } from '../contract/operation.js';
import { listHandlers } from './list-handlers.js';

/** Sees at boot that no two handlers answer the same requests, as the second would never be asked, or have one id. */
@Injectable()
export class UniqueRoutesValidator implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Once the app is made: one that is refused can then be closed. @throws ExtensionError */
  onModuleInit(): void {
    const owners = new Map<string, string>();
    const ids = new Map<string, string>();
    for (const { controller, name, handler, method, paths } of listHandlers(this.discovery)) {
      const owner = `${controller.name}.${name}`;
      for (const path of paths) {
        const route = `${method} ${path.replaceAll(/:\w+/g, ':id')}`;
        const other = owners.get(route);
        if (other) throw new ExtensionError(`${owner} and ${other} both answer ${method} ${path}.`);
        owners.set(route, owner);
      }
      const id = getOperationId(handler);
      if (!id) continue;
      const other = ids.get(id);
      if (other) throw new ExtensionError(`${owner} and ${other} are both the operation ${id}.`);
      ids.set(id, owner);
    }
  }
}
