import { Module } from '@nestjs/common';
import { ProductImportService } from './product-import.service.js';
import { ProductsController } from './products.controller.js';
import { ProductsRepository } from './products.repository.js';
import { ProductsService } from './products.service.js';

@Module({
  controllers: [ProductsController],
  providers: [ProductImportService, ProductsRepository, ProductsService],
  exports: [ProductsService],
})
export class ProductsModule {}
