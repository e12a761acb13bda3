"""Language models: the providers, the models each offers, and the keys kept for them."""

from __future__ import annotations

from desktop_app.model.language_model import ProviderList
from desktop_app.model.local_model import Trial
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result


class ModelNames(Result, frozen=True):
    """The models a provider offers, by the names it gives them."""

    models: tuple[str, ...]


class FindModels(Params, frozen=True, kw_only=True):
    """An empty `base_url` is the provider's own, an empty `key` the one that is kept."""

    provider: str
    base_url: str = ""
    key: str = ""

    def __repr__(self) -> str:
        """Without the key."""
        return f"FindModels({self.provider!r}, {self.base_url!r})"


class KeepModelKey(Params, frozen=True, kw_only=True):
    provider: str
    key: str
    session_only: bool = False

    def __repr__(self) -> str:
        """Without the key."""
        return f"KeepModelKey({self.provider!r}, session_only={self.session_only})"


class ForgetModelKey(Params, frozen=True, kw_only=True):
    provider: str


class LocalModelParams(Params, frozen=True, kw_only=True):
    """Model of an Ollama, by the name it has there; an empty `base_url` is this computer's."""

    model: str
    base_url: str = ""


def model_providers(context: Context, params: NoParams) -> ProviderList:
    """The providers of language models, the keys kept, and whether Ollama runs here."""
    return context.ports.models.providers()


def find_models(context: Context, params: FindModels) -> ModelNames:
    """The models a provider offers: the test of its connection. Raises `KnownError` saying what
    is wrong."""
    found = context.ports.models.find(
        params.provider, params.base_url, params.key, cancelled=context.cancelled
    )
    return ModelNames(found)


def pull_model(context: Context, params: LocalModelParams) -> Done:
    """Have Ollama download a model; what is there when it is stopped stays. Raises `KnownError`."""
    context.ports.models.pull(
        params.model, params.base_url, progress=context.progress, cancelled=context.cancelled
    )
    return Done(count=1, display=f"{params.model} is here.")


def try_model(context: Context, params: LocalModelParams) -> Trial:
    """Ask a model for a first sentence. Raises `KnownError`."""
    return context.ports.models.first_sentence(
        params.model, params.base_url, cancelled=context.cancelled
    )


def keep_model_key(context: Context, params: KeepModelKey) -> Done:
    """Keep a key in the keyring, or for this session only. Raises `NoKeyring`; nothing is kept
    then."""
    context.ports.models.keep_key(
        params.provider, params.key, session_only=params.session_only, cancelled=context.cancelled
    )
    return Done(count=1, display="Kept.")


def forget_model_key(context: Context, params: ForgetModelKey) -> Done:
    """Remove a key from the keyring. Raises `NoKeyring`."""
    context.ports.models.forget_key(params.provider, cancelled=context.cancelled)
    return Done(count=1, display="Removed.")


MODEL_PROVIDERS = person_tool(model_providers, Effect.READ, NoParams)
FIND_MODELS = person_tool(find_models, Effect.READ, FindModels)
PULL_MODEL = person_tool(pull_model, Effect.READ, LocalModelParams)
TRY_MODEL = person_tool(try_model, Effect.READ, LocalModelParams)
KEEP_MODEL_KEY = person_tool(keep_model_key, Effect.ORGANISE, KeepModelKey, "Keep a key")
FORGET_MODEL_KEY = person_tool(forget_model_key, Effect.ORGANISE, ForgetModelKey, "Remove a key")

TOOLS = (
    MODEL_PROVIDERS,
    FIND_MODELS,
    PULL_MODEL,
    TRY_MODEL,
    KEEP_MODEL_KEY,
    FORGET_MODEL_KEY,
)
