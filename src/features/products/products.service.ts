import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { mapUniqueViolation } from '../../platform/database/database-fault.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Product } from './product.entity.js';
import { toProductChanges, toProductDto, toProductRow } from './product.mapper.js';
import type {
  CreateProductDto,
  DeletedProductDto,
  ProductDto,
  ProductListQuery,
  UpdateProductDto,
} from './products.dto.js';
import { ProductsRepository } from './products.repository.js';

const buildAlreadyExistsError = (): ApiError => new ApiError('product_already_exists', { param: 'sku' });

@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError product_already_exists */
  async create(tenant: Tenant, body: CreateProductDto): Promise<ProductDto> {
    return this.transactions.run(async () =>
      toProductDto(
        await mapUniqueViolation(this.products.insert(tenant, toProductRow(body)), buildAlreadyExistsError),
      ),
    );
  }

  async list(tenant: Tenant, query: ProductListQuery): Promise<Page<ProductDto>> {
    return (await this.products.page(tenant, query)).map(toProductDto);
  }

  async get(tenant: Tenant, id: number): Promise<ProductDto> {
    return toProductDto(await this.products.get(tenant, id));
  }

  /** Returns the products with these ids, keyed by id. Unknown ids are missing from the map. */
  async mapByIds(tenant: Tenant, ids: number[]): Promise<Map<number, Product>> {
    const products = await this.products.listAmong(tenant, [...new Set(ids)]);
    return new Map(products.map((product) => [product.id, product]));
  }

  /** @throws ApiError product_already_exists */
  async update(tenant: Tenant, id: number, body: UpdateProductDto): Promise<ProductDto> {
    return this.transactions.run(async () => {
      const stored = await this.products.lock(tenant, id);
      const change = toProductChanges(body, stored);
      return toProductDto(
        (await mapUniqueViolation(this.products.change(tenant, stored, change), buildAlreadyExistsError)) ??
          stored,
      );
    });
  }

  async delete(tenant: Tenant, id: number): Promise<DeletedProductDto> {
    return this.transactions.run(async () => {
      if (!(await this.products.delete(tenant, id))) throw new RowMissing();
      return { object: 'product', id, deleted: true };
    });
  }
}
