// Mastra's agent with its MCP client.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";

const [url, token, model] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const servers = { draftdesk: { url: new URL(url), requestInit } };
const client = new MCPClient({ servers });
try {
  const provider = createOpenAICompatible({ name: "scripted", baseURL: model, apiKey: "none" });
  const agent = new Agent({
    id: "agent",
    name: "agent",
    instructions: "Use the tools.",
    model: provider("scripted"),
    tools: await client.listTools(),
  });
  await agent.generate("Answer the mail about the budget.", { maxSteps: 8 });
} finally {
  await client.disconnect();
}
