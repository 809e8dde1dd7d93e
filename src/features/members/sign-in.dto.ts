import { Email, Id, Text } from '../../platform/http/contract/fields.js';

/** Requests a sign-in link by mail. */
export class RequestSignInLinkDto {
  /** The address of a member. */
  @Email() email: string;
}

/**
 * Uses or previews the token of a sign-in link or an invitation. The page sends it in a body, because servers log URLs.
 */
export class SignInDto {
  /** The token in the fragment of the link. */
  @Text({ max: 100 }) token: string;
}

/**
 * Chooses one of several memberships. The cookie of the proved identity says which ones there are.
 */
export class ChooseMembershipDto {
  /** The id of the member. */
  @Id() member_id: number;
}
