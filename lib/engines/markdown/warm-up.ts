/** A document with everything that takes time when it is converted for the first time in a process. */
export const WARM_UP_MARKDOWN = `---
title: Warm-up
author: Platen
---

# Title

Text with *emphasis*, **strong text**, \`code\`, [a link](https://example.com), ~~deleted text~~ :rocket: and $x^2$.[^1]

[^1]: A footnote with <kbd>raw</kbd> HTML.

## Section

- one
  - [x] two
1. three

> [!NOTE]
> An alert.

| left | right |
|---|--:|
| a | 1 |
| b | 2 |

<p align="center"><img src="data:," alt="raw HTML" width="10"></p>

$$\\frac{a}{b} = \\sum_{i=1}^{n} \\sqrt{x_i}$$

\`\`\`js
const answer = () => [6, 7].reduce((a, b) => a * b); // a comment
\`\`\`

\`\`\`bash
npm install && npm start --port "$PORT"
\`\`\`

\`\`\`json
{ "name": "platen", "count": [1, 2, true, null] }
\`\`\`

\`\`\`python
def area(r: float) -> float:
    return 3.14 * r ** 2
\`\`\`
`;
