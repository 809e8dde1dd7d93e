import { toDto } from '../http/contract/case-mapper.js';
import type { ApiKey } from './api-key.entity.js';
import { KeyDto } from './keys.dto.js';

export function toKeyDto(key: ApiKey): KeyDto {
  return toDto(KeyDto, key, { object: 'key' });
}
