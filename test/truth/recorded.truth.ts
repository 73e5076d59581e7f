import { truthOf } from './drive/truth';

jest.mock('../../src/ports', () => jest.requireActual<object>('../support/scaledPorts'));

truthOf('recorded');
