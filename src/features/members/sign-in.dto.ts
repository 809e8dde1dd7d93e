import { Email, Text } from '../../platform/http/contract/fields.js';

export class RequestSignInLinkDto {
  @Email()
  email: string;
}

export class SignInDto {
  @Text({ max: 100 })
  token: string;
}
