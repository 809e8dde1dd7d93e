import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CSV_UPLOAD } from '../../platform/http/contract/csv-file.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { ImportResultDto } from '../../platform/http/contract/import.dto.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  CreateProductDto,
  DeletedProductDto,
  ProductDto,
  ProductListQuery,
  UpdateProductDto,
} from './products.dto.js';
import { ProductImportService } from './product-import.service.js';
import { ProductsService } from './products.service.js';

@ApiTags('Products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly imports: ProductImportService,
  ) {}

  @Post()
  @Operation({
    id: 'createProduct',
    summary: 'Save a product',
    description:
      'Saves the freight details of a commodity for one handling unit. If a quote item has this `product_id`, the ' +
      'product fills in the fields that the item omits. Weight and pieces are multiplied by the item’s quantity.',
    answer: { one: ProductDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values', 'product_already_exists', 'quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateProductDto): Promise<ProductDto> {
    return this.products.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listProducts',
    summary: 'List products',
    description:
      "Returns the organization's saved products in the mode of the key, newest first. `sku` finds one product.",
    answer: { list: ProductDto },
    errors: ['search_timeout'],
  })
  list(@CurrentCaller() caller: Caller, @Query() query: ProductListQuery): Promise<Page<ProductDto>> {
    return this.products.list(caller, query);
  }

  @Post('import')
  @RawBody(CSV_UPLOAD)
  @Operation({
    id: 'importProducts',
    summary: 'Import products',
    description:
      'Imports a CSV file (UTF-8, at most 10,000 rows and 8 MiB). If any row is invalid, nothing is imported. A row ' +
      'creates or updates the product with its `sku`. The file has the same columns as the list in CSV format; `sku` ' +
      'is required. An empty cell clears a field; a missing column leaves it unchanged.',
    answer: { one: ImportResultDto },
    errors: ['invalid_file', 'quota_exceeded'],
  })
  import(
    @CurrentCaller() caller: Caller,
    @Body() bytes: Buffer,
    @RequestSignal() signal: AbortSignal,
  ): Promise<ImportResultDto> {
    return this.imports.run(caller, bytes, signal);
  }

  @Get(':id')
  @Operation({
    id: 'getProduct',
    summary: 'Retrieve a product',
    description:
      'Returns one saved product. A deleted product, or a product of another organization or mode, returns 404.',
    answer: { one: ProductDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<ProductDto> {
    return this.products.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateProduct',
    summary: 'Update a product',
    description:
      'Changes the fields that you send; null clears a field. `hazmat` is replaced as a whole. Existing quotes do ' +
      'not change.',
    answer: { one: ProductDto },
    errors: ['conflicting_values', 'resource_missing', 'product_already_exists'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateProductDto,
  ): Promise<ProductDto> {
    return this.products.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteProduct',
    summary: 'Delete a product',
    description: 'Deletes a saved product. Existing quotes do not change.',
    answer: { one: DeletedProductDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedProductDto> {
    return this.products.delete(caller, id);
  }
}
