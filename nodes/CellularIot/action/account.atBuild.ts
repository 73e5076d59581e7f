import { ACCOUNT_RESOURCES } from '../../../src/table/resources';
import { accountHints } from '../shared/builderHints';
import { subtitleFor } from '../shared/operationTitles';
import { actionForm } from './actionForm';

/* The form of the action node for the account. */

export const accountForm = actionForm(ACCOUNT_RESOURCES, accountHints);

export const accountSubtitle = subtitleFor(ACCOUNT_RESOURCES);
