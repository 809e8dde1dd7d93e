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
      'Saves what a line of freight says of a commodity, for one handling unit of it. A quote’s item with its ' +
      '`product_id` takes from it what it leaves out, weight and pieces times its quantity.',
    answer: { one: ProductDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values', 'product_already_exists'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateProductDto): Promise<ProductDto> {
    return this.products.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listProducts',
    summary: 'List products',
    description:
      'The saved products of the organization in the mode of the key, newest first; `sku` finds the one with a ' +
      'number of your own.',
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
      'Takes a CSV file in UTF-8 as the body, whole or not at all: at most 10,000 rows and 8 MiB. A row adds the ' +
      'product with its `sku`, or changes the one that has it. The columns are those of the list as CSV; `sku` must be ' +
      'there, others may be left out. An empty cell clears, a column that is left out changes nothing.',
    answer: { one: ImportResultDto },
    errors: ['invalid_file'],
  })
  import(
    @CurrentCaller() caller: Caller,
    @Body() bytes: Buffer,
    @RequestSignal() leaving: AbortSignal,
  ): Promise<ImportResultDto> {
    return this.imports.run(caller, bytes, leaving);
  }

  @Get(':id')
  @Operation({
    id: 'getProduct',
    summary: 'Retrieve a product',
    description:
      'One saved product, as it was saved or changed last. One that was deleted, or belongs to another ' +
      'organization or mode, answers 404.',
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
      'Changes what is sent and leaves the rest; null clears. `hazmat` is replaced as a whole. Quotes that were made ' +
      'with the product stay as they are.',
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
    description: 'Deletes a saved product. Quotes that were made with it stay as they are.',
    answer: { one: DeletedProductDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedProductDto> {
    return this.products.delete(caller, id);
  }
}
