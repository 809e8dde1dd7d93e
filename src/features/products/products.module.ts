import { Module } from '@nestjs/common';
import { ProductImport } from './product-import.service.js';
import { ProductsController } from './products.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ProductsService } from './products.service.js';

@Module({
  controllers: [ProductsController],
  providers: [ProductImport, ProductsRepository, ProductsService],
  exports: [ProductsService],
})
export class ProductsModule {}
