// The AI SDK for JavaScript.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs } from "ai";

const [url, token, model] = process.argv.slice(2);
const { createMCPClient, experimental_createMCPClient } = await import("@ai-sdk/mcp");
const connect = createMCPClient ?? experimental_createMCPClient;
const client = await connect({
  transport: { type: "http", url, headers: { Authorization: `Bearer ${token}` } },
});
try {
  const provider = createOpenAICompatible({ name: "scripted", baseURL: model, apiKey: "none" });
  await generateText({
    model: provider("scripted"),
    tools: await client.tools(),
    stopWhen: stepCountIs(8),
    prompt: "Answer the mail about the budget.",
  });
} finally {
  await client.close();
}
