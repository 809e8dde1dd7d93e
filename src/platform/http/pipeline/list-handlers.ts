import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';

export interface Handler {
  controller: Type;
  name: string;
  handler: object;
  method: string;
  /** Without the API prefix; a controller with two paths has two. */
  paths: string[];
}

export function listHandlers(discovery: DiscoveryService): Handler[] {
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype }) => {
    const controller = metatype as Type;
    const prototype = controller.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const paths = readPaths(controller).flatMap((base) =>
        readPaths(handler).map((path) => joinPath(base, path)),
      );
      return [{ controller, name, handler, method: RequestMethod[method], paths }];
    });
  });
}

function readPaths(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}

function joinPath(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
